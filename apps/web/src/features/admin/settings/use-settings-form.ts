import { createAdminCalls } from '@org/api-client'
import type { LlmSettings, StoredLlmSettings } from '@org/api-client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls, useServices } from '../../../shared/services.ts'
import { historyQuery, settingsQuery } from '../admin.queries.ts'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { readAfterConflict } from '../read-after-conflict.ts'
import { changesIn, fromDraft, rebase, toDraft, toolNames } from './settings-draft.ts'
import type { SettingChange, SettingsDraft } from './settings-draft.ts'

/** Part to save: everything, or the search tool alone. */
export type SavedPart = 'all' | 'tool'

interface SentSettings {
  part: SavedPart
  settings: Partial<LlmSettings>
  /** Draft as sent; outside the saved part the stored values. */
  sent: SettingsDraft
}

/** The form of the master settings. */
export interface SettingsForm {
  /** Stored settings that the draft is based on. */
  base: StoredLlmSettings
  draft: SettingsDraft
  change: (change: Partial<SettingsDraft>) => void
  changes: SettingChange[]
  /** The draft as settings; undefined while it is none. */
  settings: LlmSettings | undefined
  /** Part that is being saved. */
  saving: SavedPart | undefined
  /** Result of the last save, until the next input. */
  outcome: { part: SavedPart; failed: boolean; text: string } | undefined
  /** Settings that another person saved in the meantime. */
  conflict: StoredLlmSettings | undefined
  /** Gives false where what is typed cannot be sent. */
  save: (part: SavedPart) => boolean
  discard: () => void
  /** Ends a conflict: with one's own changes on top of theirs, or with theirs. */
  resolve: (mine: boolean) => void
  /** Begins again with what is stored. */
  begin: (stored: StoredLlmSettings) => void
}

/** Keeps what is typed over the settings that were read, and saves it. */
export function useSettingsForm(initial: StoredLlmSettings): SettingsForm {
  const calls = useCalls(createAdminCalls)
  const { queryClient } = useServices()
  const [base, setBase] = useState(initial)
  const [draft, setDraft] = useState(() => toDraft(initial))
  const [outcome, setOutcome] = useState<SettingsForm['outcome']>()
  const [conflict, setConflict] = useState<StoredLlmSettings>()
  const read = fromDraft(draft)

  /** Takes what is stored now as what the draft rests on. */
  function ground(stored: StoredLlmSettings): void {
    setBase(stored)
    setConflict(undefined)
    queryClient.setQueryData(settingsQuery(calls).queryKey, stored)
    void queryClient.invalidateQueries({ queryKey: historyQuery(calls).queryKey })
  }

  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ settings }: SentSettings) =>
      calls.saveLlmSettings({ ...settings, baseVersion: base.version }),
    onSuccess: (stored, { part, sent }) => {
      // Input typed during the save, or outside the saved part, stays a change.
      setDraft((current) => rebase(sent, current, toDraft(stored)))
      ground(stored)
      setOutcome({ part, failed: false, text: adminTexts.save.saved })
    },
    onError: async (error, { part }) => {
      setOutcome({ part, failed: true, text: describeFailure(error) })
      // The error itself may be cut short: what is stored is read as a whole.
      setConflict(await readAfterConflict(error, () => calls.llmSettings()))
    },
  })

  return {
    base,
    draft,
    change: (change) => {
      setDraft((current) => ({ ...current, ...change }))
      setOutcome(undefined)
    },
    changes: changesIn(toDraft(base), draft),
    settings: 'settings' in read ? read.settings : undefined,
    saving: isPending ? variables.part : undefined,
    outcome,
    conflict,
    save: (part) => {
      if (isPending) return true
      const sent = part === 'all' ? draft : { ...toDraft(base), ...pickTool(draft) }
      const toSave = fromDraft(sent)
      if ('error' in toSave) {
        setOutcome({ part, failed: true, text: toSave.error })
        return false
      }
      setOutcome(undefined)
      mutate({ part, sent, settings: part === 'all' ? toSave.settings : pickTool(toSave.settings) })
      return true
    },
    discard: () => {
      setDraft(toDraft(base))
      setOutcome(undefined)
    },
    resolve: (mine) => {
      if (conflict === undefined) return
      const theirs = toDraft(conflict)
      setDraft(mine ? rebase(toDraft(base), draft, theirs) : theirs)
      ground(conflict)
      setOutcome(undefined)
    },
    begin: (stored) => {
      setDraft(toDraft(stored))
      ground(stored)
      setOutcome(undefined)
    },
  }
}

function pickTool<Settings extends object>(settings: Settings): Partial<Settings> {
  const kept: Partial<Settings> = { ...settings }
  for (const name in kept) if (!toolNames.some((tool) => tool === name)) delete kept[name]
  return kept
}
