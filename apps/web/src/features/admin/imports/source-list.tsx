import { createSourceCalls } from '@org/api-client'
import type { ContentSource } from '@org/api-client'
import { Button, EmptyState, Skeleton, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { useMay } from '../../session/use-may.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { importsKey } from './imports.queries.ts'
import css from './imports.module.css'
import { importTexts } from './imports.texts.ts'
import { SourceDialog } from './source-dialog.tsx'
import { sourcesKey, sourcesQuery } from './sources.queries.ts'

const texts = importTexts.sources

/** Sources of content, which can be previewed, read and changed. */
export function SourceList({ isAdmin }: { isAdmin: boolean }) {
  const calls = useCalls(createSourceCalls)
  const queryClient = useQueryClient()
  const sources = useQuery(sourcesQuery(calls))
  const [edited, setEdited] = useState<{ source: ContentSource | undefined }>()
  const mayEdit = useMay('edit')
  const sync = useMutation({
    mutationFn: ({ id, isPreview }: { id: string; isPreview: boolean }) => calls.syncSource(id, isPreview),
    onSettled: () =>
      Promise.all([importsKey, sourcesKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  return (
    <section aria-labelledby="sources-title" className={classes.stack}>
      <h2 id="sources-title" className={css.title}>
        {texts.title}
      </h2>
      <p className={classes.muted}>{texts.intro}</p>
      {mayEdit && (
        <div className={classes.row}>
          <Button
            variant="primary"
            onClick={() => {
              setEdited({ source: undefined })
            }}
          >
            {texts.add}
          </Button>
        </div>
      )}
      <StatusLine tone={sync.isError ? 'error' : 'success'}>
        {sync.isError ? describeFailure(sync.error) : sync.isSuccess && texts.started}
      </StatusLine>
      {sources.isPending ? (
        <Skeleton lines={4} label={adminTexts.loading} />
      ) : sources.data === undefined ? (
        <LoadFailure query={sources} />
      ) : sources.data.length === 0 ? (
        <EmptyState title={texts.empty}>{mayEdit && texts.emptyText}</EmptyState>
      ) : (
        <ul className={`${list.entries} ${css.sources}`}>
          {sources.data.map((source) => (
            <Source
              key={source.id}
              source={source}
              isAdmin={isAdmin}
              actions={
                mayEdit && (
                  <SourceActions
                    address={source.address}
                    isBusy={sync.isPending && sync.variables.id === source.id}
                    onEdit={() => {
                      setEdited({ source })
                    }}
                    onSync={(isPreview) => {
                      sync.mutate({ id: source.id, isPreview })
                    }}
                  />
                )
              }
            />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <SourceDialog
          source={edited.source}
          isAdmin={isAdmin}
          onClose={() => {
            setEdited(undefined)
          }}
        />
      )}
    </section>
  )
}

function Source({
  source,
  isAdmin,
  actions,
}: {
  source: ContentSource
  isAdmin: boolean
  actions: ReactNode
}) {
  const { kind, address, schedule, client, items, lastSync, nextSync } = source
  return (
    <li>
      <div className={list.what}>
        <p className={list.name}>
          <bdi>{address}</bdi>
        </p>
        <p className={list.tags}>
          <span className={list.tag}>{texts.kinds[kind]}</span>
          <span className={list.tag}>{texts.schedules[schedule]}</span>
          <span className={list.tag}>{texts.items(items)}</span>
          {isAdmin && client !== null && (
            <span className={list.tag}>
              {importTexts.list.owner}: <bdi>{client}</bdi>
            </span>
          )}
        </p>
        <p className={classes.muted}>
          {lastSync === null ? texts.never : texts.last(formatTime(lastSync))}
          {nextSync !== null && ` · ${texts.next(formatTime(nextSync))}`}
        </p>
      </div>
      {actions}
    </li>
  )
}

function SourceActions({
  address,
  isBusy,
  onEdit,
  onSync,
}: {
  address: string
  isBusy: boolean
  onEdit: () => void
  onSync: (isPreview: boolean) => void
}) {
  return (
    <div className={list.actions}>
      <Button
        size="small"
        busy={isBusy}
        aria-label={texts.previewOf(address)}
        onClick={() => {
          onSync(true)
        }}
      >
        {texts.preview}
      </Button>
      <Button
        size="small"
        busy={isBusy}
        aria-label={texts.syncOf(address)}
        onClick={() => {
          onSync(false)
        }}
      >
        {texts.sync}
      </Button>
      <Button size="small" aria-label={texts.editOf(address)} onClick={onEdit}>
        {texts.change}
      </Button>
    </div>
  )
}
