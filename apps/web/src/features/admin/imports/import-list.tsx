import { createImportCalls } from '@org/api-client'
import type { ContentImport } from '@org/api-client'
import { Button, EmptyState, Skeleton, StatusLine } from '@org/ui-kit'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import { useMay } from '../../session/use-may.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { importsKey, importsQuery } from './imports.queries.ts'
import css from './imports.module.css'
import { importTexts } from './imports.texts.ts'
import { useImportEvents } from './use-import-events.ts'

const texts = importTexts.list

/** Imports with their progress and failures, newest first. */
export function ImportList({ isAdmin }: { isAdmin: boolean }) {
  const imports = useInfiniteQuery(importsQuery(useCalls(createImportCalls)))
  const items = imports.data?.pages.flatMap((page) => page.items) ?? []
  // One connection: jobs of one owner run one after the other.
  useImportEvents(items.findLast(({ status }) => status !== 'done')?.id ?? null)
  return (
    <section aria-labelledby="imports-title" className={classes.stack}>
      <h2 id="imports-title" className={css.title}>
        {texts.title}
      </h2>
      {imports.isPending && <Skeleton lines={4} label={adminTexts.loading} />}
      {imports.isError && <LoadFailure query={imports} />}
      {imports.data !== undefined && items.length === 0 && (
        <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
      )}
      {items.length > 0 && (
        <ul className={list.entries}>
          {items.map((item) => (
            <Import key={item.id} item={item} isAdmin={isAdmin} />
          ))}
        </ul>
      )}
      {imports.hasNextPage && (
        <div>
          <Button busy={imports.isFetchingNextPage} onClick={() => void imports.fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </section>
  )
}

function Import({ item, isAdmin }: { item: ContentImport; isAdmin: boolean }) {
  const { kind, status, done, total, names, client, failures, reason, createdAt } = item
  const state = status === 'done' && (failures.length > 0 || reason !== null) ? 'failed' : status
  const [first = ''] = names
  const listed = total > 1 ? texts.others(first, total - 1) : first
  const name = listed === '' ? texts.kinds[kind] : listed
  return (
    <li>
      <div className={list.what}>
        <p className={list.name}>{listed === first ? <bdi>{name}</bdi> : name}</p>
        <p className={list.tags}>
          <span className={list.tag} data-state={state}>
            {texts[state]}
          </span>
          {kind !== 'upload' && <span className={list.tag}>{texts.kinds[kind]}</span>}
          {(['added', 'changed', 'unchanged', 'removed'] as const).map(
            (effect) =>
              item[effect] > 0 && (
                <span key={effect} className={list.tag}>
                  {texts[effect](item[effect])}
                </span>
              ),
          )}
          {isAdmin && client !== null && (
            <span className={list.tag}>
              {texts.owner}: <bdi>{client}</bdi>
            </span>
          )}
        </p>
        {status !== 'done' && (
          <p className={css.progress}>
            <progress value={done} max={Math.max(1, total)} aria-label={name} />
            <span>{total === 0 ? texts.listing : texts.progress(done, total)}</span>
          </p>
        )}
        {reason !== null && <p>{importTexts.reasons[reason]}</p>}
        <Failures item={item} />
        <p className={classes.muted}>{formatTime(createdAt)}</p>
      </div>
    </li>
  )
}

function Failures({ item: { id, status, failures } }: { item: ContentImport }) {
  const { retryImport } = useCalls(createImportCalls)
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => retryImport(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importsKey }),
  })
  const mayEdit = useMay('edit')
  if (failures.length === 0) return null
  return (
    <>
      <ul className={css.failures}>
        {failures.map(({ address, reason, detail }) => (
          <li key={address}>
            <bdi className={list.name}>{address}</bdi>
            {': '}
            {importTexts.reasons[reason]}
            {detail !== '' && (
              <>
                {' '}
                (<bdi>{detail}</bdi>)
              </>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && status === 'done' && failures.some(({ canRetry }) => canRetry) && (
        <div>
          <Button
            size="small"
            busy={retry.isPending}
            onClick={() => {
              retry.mutate()
            }}
          >
            {texts.retry}
          </Button>
        </div>
      )}
      <StatusLine tone="error">{retry.isError && describeFailure(retry.error)}</StatusLine>
    </>
  )
}
