import { kit } from '@org/languages'
import { createAdminCalls } from '@org/api-client'
import type { OperatorEntry } from '@org/api-client'
import { Button, ConfirmDialog, EmptyState, StatusLine } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import list from './entry-list.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { EntryHistory } from './entry-history.tsx'
import { formatTime } from '../format-time.ts'
import { operatorTexts } from './operators.texts.ts'

const texts = operatorTexts.entry

/** Props of {@link EntryList}. */
export interface EntryListProps<Entry extends OperatorEntry> {
  entries: readonly Entry[]
  /** Name of an entry, as buttons and dialogs call it. */
  nameOf: (entry: Entry) => string
  /** Content of an entry below its name. */
  render: (entry: Entry) => ReactNode
  /** Retires an entry or brings it back. */
  setRetired: (entry: Entry, retired: boolean) => Promise<unknown>
  onEdit: (entry: Entry) => void
  queryKey: readonly string[]
  empty: { title: string; text: string }
}

/** The entries of a kind, effective ones first, with what can be done with each. */
export function EntryList<Entry extends OperatorEntry>({
  entries,
  nameOf,
  render,
  setRetired,
  onEdit,
  queryKey,
  empty,
}: EntryListProps<Entry>) {
  const client = useQueryClient()
  const calls = useCalls(createAdminCalls)
  const [asked, setAsked] = useState<Entry>()
  const [shownHistory, setShownHistory] = useState<Entry>()
  const change = useMutation({
    mutationFn: ({ entry, retired }: { entry: Entry; retired: boolean }) => setRetired(entry, retired),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const retired = entries.filter((entry) => entry.retired)
  const effective = entries.filter((entry) => !entry.retired)

  const row = (entry: Entry) => (
    <EntryRow
      key={entry.id}
      entry={entry}
      name={nameOf(entry)}
      isChanging={change.isPending && change.variables.entry.id === entry.id}
      onEdit={() => {
        onEdit(entry)
      }}
      onHistory={() => {
        setShownHistory(entry)
      }}
      onRetire={() => {
        if (entry.retired) change.mutate({ entry, retired: false })
        else setAsked(entry)
      }}
    >
      {render(entry)}
    </EntryRow>
  )

  return (
    <>
      {effective.length === 0 ? (
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
      ) : (
        <ul className={list.entries}>{effective.map(row)}</ul>
      )}
      {retired.length > 0 && (
        <details className={list.retired}>
          <summary>{texts.showRetired(retired.length)}</summary>
          <ul className={list.entries}>{retired.map(row)}</ul>
        </details>
      )}
      <StatusLine tone="error">{change.isError && describeFailure(change.error)}</StatusLine>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => {
          setAsked(undefined)
        }}
        title={texts.retireTitle(asked === undefined ? '' : nameOf(asked))}
        description={texts.retireText}
        labels={{ ...kit.confirm, confirm: texts.retire }}
        onConfirm={() => {
          if (asked !== undefined) change.mutate({ entry: asked, retired: true })
        }}
      />
      {shownHistory !== undefined && (
        <EntryHistory
          entry={shownHistory}
          name={nameOf(shownHistory)}
          restore={async (version) => {
            await calls.restoreOperatorEntry(shownHistory.id, { version, baseVersion: shownHistory.version })
            await client.invalidateQueries({ queryKey })
          }}
          onClose={() => {
            setShownHistory(undefined)
          }}
        />
      )}
    </>
  )
}

function EntryRow({
  entry,
  name,
  isChanging,
  onEdit,
  onHistory,
  onRetire,
  children,
}: {
  entry: OperatorEntry
  name: string
  isChanging: boolean
  onEdit: () => void
  onHistory: () => void
  /** Retires the entry, or brings a retired one back. */
  onRetire: () => void
  children: ReactNode
}) {
  const { retired, updatedBy, updatedAt } = entry
  return (
    <li>
      <div className={list.what}>
        <p className={list.name}>
          <bdi>{name}</bdi>
          {retired && <span className={list.tag}>{texts.retired}</span>}
        </p>
        {children}
        <p className={classes.muted}>
          {texts.changed(updatedBy ?? adminTexts.history.deletedAccount, formatTime(updatedAt))}
        </p>
      </div>
      <div className={list.actions}>
        {!retired && (
          <Button size="small" aria-label={texts.editOf(name)} onClick={onEdit}>
            {texts.edit}
          </Button>
        )}
        <Button size="small" variant="ghost" aria-label={texts.historyOf(name)} onClick={onHistory}>
          {texts.history}
        </Button>
        <Button
          size="small"
          variant="ghost"
          busy={isChanging}
          aria-label={retired ? texts.bringBackOf(name) : texts.retireOf(name)}
          onClick={onRetire}
        >
          {retired ? texts.bringBack : texts.retire}
        </Button>
      </div>
    </li>
  )
}
