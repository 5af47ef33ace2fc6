import { Alert, Button, EmptyState, Select, Skeleton } from '@org/ui-kit'
import { languageName } from '../../admin/operators/names.ts'
import { ReadOnlyNote } from '../../session/read-only-note.tsx'
import { useMay } from '../../session/use-may.ts'
import review from '../review.module.css'
import { GapEntry } from './gap-entry.tsx'
import classes from './gaps.module.css'
import { gapTexts } from './gaps.texts.ts'
import { gapFilterValues, useGaps } from './use-gaps.ts'

type Gaps = ReturnType<typeof useGaps>

interface GapScreenProps {
  /** Address of the editor of an article; `new` for one that is not written yet. */
  articlePath: (id: string) => string
  /** Address of the editor of a new approved answer. */
  newAnswerPath: string
}

/** /admin/gaps: subjects that people ask about and the content does not answer. */
export function GapScreen(props: GapScreenProps) {
  const gaps = useGaps()
  const [first] = gaps.list.data?.pages ?? []
  const mayEdit = useMay('edit')
  return (
    <div className={review.page}>
      {/* An editor writes articles from here. */}
      {!mayEdit && <ReadOnlyNote action="review" className={review.muted} />}
      {first?.keepsText === false && <Alert tone="info">{gapTexts.noText}</Alert>}
      <GapFilters gaps={gaps} />
      {first !== undefined && first.waiting > 0 && (
        <p className={review.muted}>{gapTexts.waiting(first.waiting)}</p>
      )}
      <GapList gaps={gaps} {...props} />
    </div>
  )
}

function GapFilters({ gaps: { chosen, change } }: { gaps: Gaps }) {
  const texts = gapTexts.filters
  const labels: Record<keyof typeof gapFilterValues, (value: string) => string> = {
    period: (value) => Object.entries(gapTexts.periods).find(([name]) => name === value)?.[1] ?? value,
    status: (value) => Object.entries(gapTexts.statuses).find(([name]) => name === value)?.[1] ?? texts.all,
    language: (value) => (value === 'all' ? texts.all : languageName(value)),
  }
  return (
    <search className={review.filters} aria-label={texts.label}>
      {(['period', 'status', 'language'] as const).map((name) => (
        <Select
          key={name}
          label={texts[name]}
          options={gapFilterValues[name].map((value) => ({ value, label: labels[name](value) }))}
          value={chosen[name]}
          onValueChange={(value) => {
            change(name, value)
          }}
        />
      ))}
    </search>
  )
}

function GapList({ gaps: { list, save }, articlePath, newAnswerPath }: GapScreenProps & { gaps: Gaps }) {
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isPending) return <Skeleton lines={8} label={gapTexts.loading} />
  if (list.isError && items.length === 0) {
    return (
      <Alert
        tone="danger"
        action={
          <Button size="small" busy={list.isFetching} onClick={() => void list.refetch()}>
            {gapTexts.retry}
          </Button>
        }
      >
        {gapTexts.loadError}
      </Alert>
    )
  }
  if (items.length === 0) return <EmptyState title={gapTexts.empty}>{gapTexts.emptyText}</EmptyState>
  return (
    <>
      <ol className={classes.list} aria-label={gapTexts.listLabel}>
        {items.map((gap) => (
          <GapEntry
            key={gap.id}
            gap={gap}
            articlePath={articlePath}
            newAnswerPath={newAnswerPath}
            failed={save.isError && save.variables.id === gap.id ? save.error : undefined}
            isSaving={save.isPending && save.variables.id === gap.id}
            onSave={(status) => {
              save.mutate({ id: gap.id, status })
            }}
          />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {gapTexts.more}
        </Button>
      )}
    </>
  )
}
