import { createAdminCalls } from '@org/api-client'
import type { AuditEntry, AuditFilters } from '@org/api-client'
import { Alert, Button, EmptyState, Skeleton } from '@org/ui-kit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import list from './audit-log.module.css'
import { auditQuery } from '../admin.queries.ts'
import { adminTexts } from '../admin.texts.ts'
import { ChangeList } from '../change-list.tsx'
import { formatTime } from '../format-time.ts'
import { OlderButton } from '../older-button.tsx'
import { AuditCheck } from './audit-check.tsx'
import { AuditExport } from './audit-export.tsx'
import { AuditFilterForm } from './audit-filter-form.tsx'
import { timesOf, useAuditFilters } from './use-audit-filters.ts'

const texts = adminTexts.auditPage

/** List of changes and of security events, with filters, an export and a check. */
export function AuditLog() {
  const { filters, applied, change } = useAuditFilters()
  const selected = timesOf(applied)
  return (
    <div className={classes.stack}>
      <AuditCheck />
      <AuditFilterForm filters={filters} change={change} />
      <AuditExport filters={selected} />
      <Entries filters={selected} />
    </div>
  )
}

function Entries({ filters }: { filters: AuditFilters }) {
  const log = useInfiniteQuery(auditQuery(useCalls(createAdminCalls), filters))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
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
  if (entries.length === 0 && isFiltered) {
    return <EmptyState title={texts.noneOfKind}>{texts.noneOfKindText}</EmptyState>
  }
  if (entries.length === 0) return <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
  return (
    <>
      <ol ref={listRef} className={list.audit}>
        {entries.map((entry) => (
          <li key={entry.id} tabIndex={-1}>
            {entry.kind === 'account' ? <SecurityEntry entry={entry} /> : <Entry entry={entry} />}
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
  const { at, actor, action, kind, account, organisation, changes } = entry
  const subject = kind === 'account_access' ? (account ?? texts.unknownAccount) : entry.subject
  return (
    <>
      <p>
        <strong>
          {texts.kinds[kind]} {isChange(action) && texts.actions[action]}
        </strong>
        {subject !== '' && ` · ${subject}`}
        <br />
        <span className={classes.muted}>
          <bdi>{actor ?? missingActor(changes)}</bdi>, <time dateTime={at}>{formatTime(at)}</time>
          {organisation !== null && (
            <>
              {' · '}
              <bdi>{organisation}</bdi>
            </>
          )}
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

function SecurityEntry({ entry: { at, account, action, outcome, count } }: { entry: AuditEntry }) {
  return (
    <p>
      <strong>{!isChange(action) && texts.events[action]}</strong>
      {outcome === 'failure' && ` · ${texts.failed}`}
      {count > 1 && ` · ${texts.times(count)}`}
      <br />
      <span className={classes.muted}>
        <bdi>{account ?? texts.unknownAccount}</bdi>, <time dateTime={at}>{formatTime(at)}</time>
      </span>
    </p>
  )
}

/** An entry without an account names the command that made the change, unless the account was deleted. */
function missingActor(changes: AuditEntry['changes']): string {
  const { commandLine, deletedAccount } = adminTexts.history
  return changes.some(({ field }) => field === 'command') ? commandLine : deletedAccount
}

function isChange(action: AuditEntry['action']): action is keyof typeof texts.actions {
  return action in texts.actions
}

// Fields come under their wire names: 'system_prompt' reads 'System prompt'.
function labelOf(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
