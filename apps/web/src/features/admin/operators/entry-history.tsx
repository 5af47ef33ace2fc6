import { kit } from '@org/languages'
import { createAdminCalls } from '@org/api-client'
import type { OperatorEntry, OperatorEntryVersion } from '@org/api-client'
import { Button, Dialog, Skeleton, StatusLine } from '@org/ui-kit'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import versionsList from '../settings/history-section.module.css'
import { adminTexts } from '../admin.texts.ts'
import { ChangeList } from '../change-list.tsx'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import { OlderButton } from '../older-button.tsx'
import { operatorTexts } from './operators.texts.ts'
import { entryHistoryQuery } from './operators.queries.ts'

const texts = adminTexts.history

/** Every version of an entry, with what differs from the current one, and restore. */
export function EntryHistory({
  entry,
  name,
  restore,
  onClose,
}: {
  entry: OperatorEntry
  name: string
  restore: (version: number) => Promise<void>
  onClose: () => void
}) {
  const versions = useInfiniteQuery(entryHistoryQuery(useCalls(createAdminCalls), entry.id))
  const listRef = useRef<HTMLOListElement>(null)
  const restoring = useMutation({ mutationFn: restore, onSuccess: onClose })
  const items = versions.data?.pages.flatMap((page) => page.items) ?? []
  const [current] = items
  return (
    <Dialog
      open
      onOpenChange={onClose}
      labels={kit.dialog}
      title={operatorTexts.entry.historyOf(name)}
      size="medium"
    >
      {versions.isPending && <Skeleton lines={3} label={adminTexts.loading} />}
      {versions.isError && <LoadFailure query={versions} />}
      <ol ref={listRef} className={versionsList.versions}>
        {items.map((version) => (
          <li key={version.version} tabIndex={-1}>
            <Version version={version} current={current ?? version} />
            {version !== current && (
              <Button
                size="small"
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

function Version({
  version: saved,
  current,
}: {
  version: OperatorEntryVersion
  current: OperatorEntryVersion
}) {
  const { version, savedAt, savedBy, restoredFrom, retired } = saved
  const isCurrent = version === current.version
  return (
    <div className={versionsList.version}>
      <p>
        <strong>{texts.version(version)}</strong>{' '}
        {isCurrent && <span className={versionsList.tag}>{texts.current}</span>}{' '}
        {retired && <span className={versionsList.tag}>{operatorTexts.entry.retired}</span>}
        <br />
        <span className={classes.muted}>
          {texts.by(savedBy ?? texts.deletedAccount, formatTime(savedAt))}
          {restoredFrom !== null && ` · ${texts.restoredFrom(restoredFrom)}`}
        </span>
      </p>
      {!isCurrent && (
        <details>
          <summary>{texts.against}</summary>
          <ChangeList
            before={texts.version(current.version)}
            after={texts.version(version)}
            changes={differences(current, saved)}
          />
        </details>
      )}
    </div>
  )
}

function differences(current: OperatorEntryVersion, earlier: OperatorEntryVersion) {
  const [now, then] = [current, earlier].map(
    ({ fields, retired }) => new Map(Object.entries({ ...fields, retired })),
  )
  return [...new Set([...(now?.keys() ?? []), ...(then?.keys() ?? [])])]
    .map((field) => ({ label: labelOf(field), before: now?.get(field), after: then?.get(field) }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

/** Labels of fields by their wire names. */
function labelOf(field: string): string {
  const { phrases, lines, synonym, entry } = operatorTexts
  const labels = new Map([
    ['phrase', phrases.phrase],
    ['category', phrases.category],
    ['severity', phrases.severity],
    ['name', lines.name],
    ['phone', lines.phone],
    ['url', lines.url],
    ['region', lines.region],
    ['hours', lines.hours],
    ['languages', lines.languages],
    ['categories', lines.categories],
    ['source', lines.source],
    ['checked', lines.checked],
    ['term', synonym.term],
    ['synonyms', synonym.synonyms],
    ['language', entry.language],
    ['note', entry.note],
    ['retired', entry.retired],
  ])
  return labels.get(field) ?? field
}
