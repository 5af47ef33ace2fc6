import { kit } from '@org/languages'
import { createContentCalls } from '@org/api-client'
import type { ContentVersion } from '@org/api-client'
import { Button, Dialog, Skeleton, StatusLine } from '@org/ui-kit'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { ChangeList } from '../change-list.tsx'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import { OlderButton } from '../older-button.tsx'
import versionsList from '../settings/history-section.module.css'
import { type ContentKind, contentHistoryQuery } from './content.queries.ts'
import { knowledgeTexts } from './knowledge.texts.ts'
import { TextDifference } from './text-difference.tsx'

const texts = knowledgeTexts.history

/** Every version of an article or product, with the difference from the current one, and restore. */
export function VersionList({
  kind,
  item: { id, name },
  restore,
  isDirty,
  onClose,
}: {
  kind: ContentKind
  item: { id: string; name: string }
  restore: (version: number) => Promise<unknown>
  /** Unsaved changes would be lost by a restore. */
  isDirty: boolean
  onClose: () => void
}) {
  const versions = useInfiniteQuery(contentHistoryQuery(useCalls(createContentCalls), kind, id))
  const listRef = useRef<HTMLOListElement>(null)
  const restoring = useMutation({ mutationFn: restore, onSuccess: onClose })
  const items = versions.data?.pages.flatMap((page) => page.items) ?? []
  const [current] = items
  return (
    <Dialog open onOpenChange={onClose} labels={kit.dialog} title={texts.of(name)} size="large">
      {versions.isPending && <Skeleton lines={3} label={adminTexts.loading} />}
      {versions.isError && <LoadFailure query={versions} />}
      {isDirty && <p className={classes.muted}>{texts.saveFirst}</p>}
      <ol ref={listRef} className={versionsList.versions}>
        {items.map((version) => (
          <li key={version.version} tabIndex={-1}>
            <Version version={version} current={current ?? version} />
            {version !== current && (
              <Button
                size="small"
                disabled={isDirty}
                busy={restoring.isPending && restoring.variables === version.version}
                aria-label={texts.restoreOf(version.version)}
                onClick={() => {
                  restoring.mutate(version.version)
                }}
              >
                {texts.restore}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {versions.hasNextPage && (
        <OlderButton pages={versions} listRef={listRef}>
          {texts.older}
        </OlderButton>
      )}
      <StatusLine tone="error">{restoring.isError && describeFailure(restoring.error)}</StatusLine>
    </Dialog>
  )
}

function Version({ version: saved, current }: { version: ContentVersion; current: ContentVersion }) {
  const { version, savedAt, savedBy, restoredFrom } = saved
  const isCurrent = version === current.version
  const { body: text, ...fields } = saved.fields
  const { body: currentText, ...currentFields } = current.fields
  const changes = differences(fields, currentFields)
  return (
    <div className={versionsList.version}>
      <p>
        <strong>{texts.version(version)}</strong>{' '}
        {isCurrent && <span className={versionsList.tag}>{texts.current}</span>}
        <br />
        <span className={classes.muted}>
          {adminTexts.history.by(savedBy ?? texts.byImport, formatTime(savedAt))}
          {restoredFrom !== null && ` · ${adminTexts.history.restoredFrom(restoredFrom)}`}
        </span>
      </p>
      {!isCurrent && (
        <details>
          <summary>{texts.against}</summary>
          {(changes.length > 0 || text === currentText) && (
            <ChangeList
              before={texts.version(version)}
              after={texts.version(current.version)}
              changes={changes}
            />
          )}
          {typeof text === 'string' && typeof currentText === 'string' && text !== currentText && (
            <TextDifference before={text} after={currentText} />
          )}
        </details>
      )}
    </div>
  )
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ label: labelOf(field), before: old.get(field), after: now.get(field) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** Labels of fields by their wire names. */
function labelOf(field: string): string {
  const { article, product } = knowledgeTexts
  const labels = new Map([
    ['title', article.title],
    ['author', article.author],
    ['url', article.url],
    ['topic', article.topic],
    ['language', article.language],
    ['status', article.status],
    ['review_by', article.reviewBy],
    ['name', product.name],
    ['description', product.description],
    ['unit_amount', product.price],
    ['currency', product.currency],
    ['image', product.image],
    ['topics', product.topics],
    ['keywords', product.keywords],
    ['available', product.available],
  ])
  return labels.get(field) ?? field
}
