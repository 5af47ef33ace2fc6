import type { Page, ReviewItem } from '@org/api-client'
import { Button, StatusLine } from '@org/ui-kit'
import { useMutation } from '@tanstack/react-query'
import { reviewCsv } from './review-csv.ts'
import { reviewTexts } from './review.texts.ts'

/** Answers of one export: more are fetched in parts, by narrower filters. */
const answersAtMost = 2000

/** Saves the answers that fit the filter as CSV, at most 2,000. */
export function ExportReviews({
  load,
}: {
  load: (cursor: string | null, signal: AbortSignal) => Promise<Page<ReviewItem>>
}) {
  const save = useMutation({
    mutationFn: async () => {
      const items: ReviewItem[] = []
      let cursor: string | null = null
      // A page of a search may have few answers or none, and others may follow it.
      do {
        const { items: more, nextCursor }: Page<ReviewItem> = await load(cursor, AbortSignal.timeout(30_000))
        items.push(...more)
        cursor = nextCursor
      } while (cursor !== null && items.length < answersAtMost)
      download(reviewCsv(items))
      return items.length
    },
  })
  return (
    <>
      <Button
        size="small"
        busy={save.isPending}
        onClick={() => {
          save.mutate()
        }}
      >
        {save.isPending ? reviewTexts.exporting : reviewTexts.export}
      </Button>
      <StatusLine tone={save.isError ? 'error' : 'success'}>
        {save.isError ? reviewTexts.loadError : save.isSuccess && reviewTexts.exported(save.data)}
      </StatusLine>
    </>
  )
}

function download(csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'answers.csv'
  link.click()
  URL.revokeObjectURL(address)
}
