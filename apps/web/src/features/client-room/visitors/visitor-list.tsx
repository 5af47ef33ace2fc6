import { createVisitorCalls, type IdentifiedVisitor, isApiError } from '@org/api-client'
import { kit, localeOr } from '@org/languages'
import { Alert, Button, ConfirmDialog, Skeleton, StatusLine, TextField } from '@org/ui-kit'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { useProvenDownload } from '../../../shared/use-proven-download.ts'
import classes from './visitors.module.css'
import { visitorsKey, visitorsQuery } from './visitors.queries.ts'
import { visitorTexts } from './visitors.texts.ts'

const texts = visitorTexts.list
const moment = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'medium' })

/** The customers who have conversations, to export and to delete. */
export function VisitorList() {
  const calls = useCalls(createVisitorCalls)
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [userId, setUserId] = useState('')
  const [asked, setAsked] = useState<IdentifiedVisitor | null>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const visitors = useInfiniteQuery(visitorsQuery(calls, userId))
  const remove = useMutation({
    mutationFn: (id: string) => calls.deleteVisitor(id),
    onSuccess: () => {
      // The deleted row had the focus.
      headingRef.current?.focus()
      return client.invalidateQueries({ queryKey: visitorsKey })
    },
  })
  const download = useProvenDownload()
  const exporting = useMutation({
    mutationFn: (id: string) => download(`/api/client/visitors/${encodeURIComponent(id)}/export`),
  })
  const items = visitors.data?.pages.flatMap((page) => page.items)
  return (
    <div className={classes.step}>
      <h3 ref={headingRef} tabIndex={-1}>
        {texts.heading}
      </h3>
      <form
        className={classes.head}
        onSubmit={(event) => {
          event.preventDefault()
          setUserId(typed.trim())
        }}
      >
        <TextField label={texts.search} dir="ltr" maxLength={200} value={typed} onValueChange={setTyped} />
        <Button type="submit">{texts.find}</Button>
        {userId !== '' && (
          <Button
            onClick={() => {
              setTyped('')
              setUserId('')
            }}
          >
            {texts.all}
          </Button>
        )}
      </form>
      {visitors.isPending && <Skeleton lines={3} label={visitorTexts.loading} />}
      {visitors.isError && (
        <Alert
          tone="danger"
          action={
            <Button size="small" onClick={() => void visitors.refetch()}>
              {visitorTexts.retry}
            </Button>
          }
        >
          {visitorTexts.loadError}
        </Alert>
      )}
      {items?.length === 0 && <p className={classes.hint}>{userId === '' ? texts.none : texts.notFound}</p>}
      {items !== undefined && items.length > 0 && (
        <ul className={classes.visitors} aria-label={texts.heading}>
          {items.map((visitor) => (
            <Visitor
              key={visitor.id}
              visitor={visitor}
              onExport={() => exporting.mutate(visitor.id)}
              onDelete={() => setAsked(visitor)}
            />
          ))}
        </ul>
      )}
      {visitors.hasNextPage && (
        <Button size="small" busy={visitors.isFetchingNextPage} onClick={() => void visitors.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
      {exporting.isError && <StatusLine tone="error">{texts.exportFailed}</StatusLine>}
      <StatusLine tone={remove.isError ? 'error' : 'success'}>
        {remove.isError && ((isApiError(remove.error) && remove.error.reason) || texts.deleteFailed)}
        {remove.isSuccess && texts.deleted}
      </StatusLine>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null)
        }}
        variant="danger"
        title={texts.deleteTitle(asked?.userId ?? '')}
        description={texts.deleteText}
        labels={{ ...kit.confirm, confirm: texts.delete }}
        onConfirm={() => {
          if (asked !== null) remove.mutate(asked.id)
        }}
      />
    </div>
  )
}

interface VisitorProps {
  visitor: IdentifiedVisitor
  onExport: () => void
  onDelete: () => void
}

function Visitor({ visitor, onExport, onDelete }: VisitorProps) {
  const { userId, lastSeenAt, conversations } = visitor
  return (
    <li>
      <div>
        <p className={classes.id}>
          <bdi>{userId}</bdi>
        </p>
        <p className={classes.hint}>{texts.seen(moment.format(new Date(lastSeenAt)), conversations)}</p>
      </div>
      <div className={classes.actions}>
        <Button size="small" aria-label={texts.exportOf(userId)} onClick={onExport}>
          {texts.export}
        </Button>
        <Button size="small" aria-label={texts.deleteOf(userId)} onClick={onDelete}>
          {texts.delete}
        </Button>
      </div>
    </li>
  )
}
