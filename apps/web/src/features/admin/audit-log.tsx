import { createAdminCalls } from '@org/api-client'
import type { AuditEntry } from '@org/api-client'
import { Alert, Button, EmptyState, Skeleton } from '@org/ui-kit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCalls } from '../../shared/services.ts'
import classes from './admin.module.css'
import list from './audit-log.module.css'
import { auditQuery } from './admin.queries.ts'
import { adminTexts } from './admin.texts.ts'
import { ChangeList } from './change-list.tsx'
import { formatTime } from './format-time.ts'
import { OlderButton } from './older-button.tsx'

const texts = adminTexts.auditPage

/** List of changes by administrators: time, person, field, old and new value. */
export function AuditLog() {
  const log = useInfiniteQuery(auditQuery(useCalls(createAdminCalls)))
  const listRef = useRef<HTMLOListElement>(null)
  if (log.isPending) return <Skeleton lines={8} label={adminTexts.loading} />
  if (log.isError) {
    return (
      <Alert
        tone="danger"
        action={
          <Button size="small" busy={log.isFetching} onClick={() => void log.refetch()}>
            {adminTexts.retry}
          </Button>
        }
      >
        {adminTexts.loadError}
      </Alert>
    )
  }
  const entries = log.data.pages.flatMap((page) => page.items)
  if (entries.length === 0) return <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
  return (
    <>
      <ol ref={listRef} className={list.audit}>
        {entries.map((entry) => (
          <li key={entry.id} tabIndex={-1}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {log.hasNextPage && (
        <OlderButton pages={log} listRef={listRef}>
          {texts.older}
        </OlderButton>
      )}
    </>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { at, actor, action, kind, subject, changes } = entry
  return (
    <>
      <p>
        <strong>
          {texts.kinds[kind]} {texts.actions[action]}
        </strong>
        {subject !== '' && ` · ${subject}`}
        <br />
        <span className={classes.muted}>
          {actor ?? adminTexts.history.deletedAccount}, <time dateTime={at}>{formatTime(at)}</time>
        </span>
      </p>
      {changes.length > 0 && (
        <details>
          <summary>{texts.count(changes.length)}</summary>
          <ChangeList
            changes={changes.map(({ field, before, after }) => ({ label: labelOf(field), before, after }))}
          />
        </details>
      )}
    </>
  )
}

// Fields come under their wire names: 'system_prompt' reads 'System prompt'.
function labelOf(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
