import { isApiError } from '@org/api-client'
import type { OperatorEntry } from '@org/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeFailure } from '../describe-failure.ts'

/** The form of one entry: its draft, the save, and a conflict with somebody else's save. */
export interface EntryForm<Draft, Entry> {
  draft: Draft
  change: (change: Partial<Draft>) => void
  save: () => void
  isSaving: boolean
  /** Why the save failed; undefined while nothing has, and during a conflict. */
  failure: string | undefined
  /** The entry that somebody else has saved in the meantime. */
  conflict: Entry | undefined
  /** Ends a conflict: with one's own draft on top of theirs, or with theirs. */
  resolve: (keepMine: boolean) => void
}

/** Options of {@link useEntryForm}. */
export interface EntryFormOptions<Draft, Entry> {
  /** Undefined for a new entry. */
  entry: Entry | undefined
  toDraft: (entry: Entry | undefined) => Draft
  /** Saves the draft on top of the given version. */
  save: (draft: Draft, base: { id: string; version: number } | undefined) => Promise<Entry>
  /** Reads an entry anew. */
  readStored: (id: string) => Promise<Entry | undefined>
  queryKey: readonly string[]
  onSaved: (entry: Entry) => void
}

/** State of the form of one entry. */
export function useEntryForm<Draft, Entry extends OperatorEntry>({
  entry,
  toDraft,
  save,
  readStored,
  queryKey,
  onSaved,
}: EntryFormOptions<Draft, Entry>): EntryForm<Draft, Entry> {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => toDraft(entry))
  const [base, setBase] = useState(entry)
  const [conflict, setConflict] = useState<Entry>()
  const saving = useMutation({
    mutationFn: () => save(draft, base && { id: base.id, version: base.version }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey })
      onSaved(saved)
    },
    onError: async (error) => {
      if (!isApiError(error) || error.code !== 'conflict' || base === undefined) return
      setConflict(await readStored(base.id))
    },
  })
  return {
    draft,
    change(change) {
      setDraft({ ...draft, ...change })
    },
    save() {
      saving.mutate()
    },
    isSaving: saving.isPending,
    failure: saving.isError && conflict === undefined ? describeFailure(saving.error) : undefined,
    conflict,
    resolve(keepMine) {
      if (conflict === undefined) return
      setBase(conflict)
      if (!keepMine) setDraft(toDraft(conflict))
      setConflict(undefined)
      saving.reset()
    },
  }
}
