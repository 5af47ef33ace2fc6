import { kit } from '@org/languages'
import { Button, Dialog, Skeleton, StatusLine } from '@org/ui-kit'
import { type InfiniteData, type UseInfiniteQueryResult, useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import classes from './admin.module.css'
import { adminTexts } from './admin.texts.ts'
import { describeFailure } from './describe-failure.ts'
import { formatTime } from './format-time.ts'
import { LoadFailure } from './load-failure.tsx'
import { OlderButton } from './older-button.tsx'
import versionsList from './settings/history-section.module.css'

const texts = adminTexts.history

/** A stored version of something that is edited here. */
export interface SavedVersion {
  version: number
  savedAt: string
  savedBy: string | null
  restoredFrom: number | null
}

interface VersionsDialogProps<Saved extends SavedVersion> {
  title: string
  /** @default 'medium' */
  size?: 'medium' | 'large'
  /** Versions, newest first; the first one is the current one. */
  versions: UseInfiniteQueryResult<InfiniteData<{ items: Saved[] }>>
  /** The author as it is shown; null for a version that names none. */
  authorName: (savedBy: string | null) => string
  /** Tags of a version beside its number. */
  renderTags?: (version: Saved) => ReactNode
  /** The difference between an earlier version and the current one. */
  renderDifference: (version: Saved, current: Saved) => ReactNode
  /** Undefined for those who may not restore. */
  restore: ((version: number) => Promise<unknown>) | undefined
  /** The reason for which nothing can be restored now; undefined where something can. */
  blocked?: string | undefined
  onClose: () => void
}

/** Every version with its author, the difference from the current one, and restore. */
export function VersionsDialog<Saved extends SavedVersion>({
  title,
  size = 'medium',
  versions,
  authorName,
  renderTags,
  renderDifference,
  restore,
  blocked,
  onClose,
}: VersionsDialogProps<Saved>) {
  const listRef = useRef<HTMLOListElement>(null)
  const restoring = useMutation({
    mutationFn: async (version: number) => restore?.(version),
    onSuccess: onClose,
  })
  const items = versions.data?.pages.flatMap((page) => page.items) ?? []
  const [current] = items
  return (
    <Dialog open onOpenChange={onClose} labels={kit.dialog} title={title} size={size}>
      {versions.isPending && <Skeleton lines={3} label={adminTexts.loading} />}
      {versions.isError && <LoadFailure query={versions} />}
      {blocked !== undefined && <p className={classes.muted}>{blocked}</p>}
      <ol ref={listRef} className={versionsList.versions}>
        {items.map((saved) => (
          <li key={saved.version} tabIndex={-1}>
            <div className={versionsList.version}>
              <p>
                <strong>{texts.version(saved.version)}</strong>{' '}
                {saved === current && <span className={versionsList.tag}>{texts.current}</span>}{' '}
                {renderTags?.(saved)}
                <br />
                <span className={classes.muted}>
                  {texts.by(authorName(saved.savedBy), formatTime(saved.savedAt))}
                  {saved.restoredFrom !== null && ` · ${texts.restoredFrom(saved.restoredFrom)}`}
                </span>
              </p>
              {current !== undefined && saved !== current && (
                <details>
                  <summary>{texts.against}</summary>
                  {renderDifference(saved, current)}
                </details>
              )}
            </div>
            {restore !== undefined && saved !== current && (
              <Button
                size="small"
                disabled={blocked !== undefined}
                busy={restoring.isPending && restoring.variables === saved.version}
                aria-label={texts.restoreOf(saved.version)}
                onClick={() => {
                  restoring.mutate(saved.version)
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

/** The fields that differ between two versions, by label. */
export function fieldChanges(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  labels: ReadonlyMap<string, string>,
): { label: string; before: unknown; after: unknown }[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ label: labels.get(field) ?? field, before: before[field], after: after[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}
