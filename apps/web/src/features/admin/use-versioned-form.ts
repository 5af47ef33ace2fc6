import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeFailure } from './describe-failure.ts'
import { readAfterConflict } from './read-after-conflict.ts'

interface Versioned {
  id: string
  version: number
}

/** The version that a draft is saved on top of; none for a new item. */
export function versionOf(base: Versioned | undefined): Versioned | undefined {
  return base && { id: base.id, version: base.version }
}

/** State of the form of one stored item that others may save, too. */
export interface VersionedForm<Draft, Item> {
  draft: Draft
  change: (change: Partial<Draft>) => void
  isDirty: boolean
  /** Saves the draft, with a change that it keeps once it is saved. */
  save: (change?: Partial<Draft>) => void
  isSaving: boolean
  /** True from a save until the next change. */
  isSaved: boolean
  /** Why the save failed; undefined while nothing has, and during a conflict. */
  failure: string | undefined
  /** The item as another person saved it after the draft was begun; undefined without a conflict. */
  conflict: Item | undefined
  /** Ends a conflict: with one's own draft on top of theirs, or with theirs. */
  resolve: (keepMine: boolean) => void
  /** The stored item under the draft; undefined for a new item. */
  base: Item | undefined
  /** Begins again from an item: one that was brought back. */
  reset: (item: Item) => void
}

/** Options of {@link useVersionedForm}. */
export interface VersionedFormOptions<Draft, Item> {
  /** Undefined for a new item. */
  item: Item | undefined
  toDraft: (item: Item | undefined) => Draft
  save: (draft: Draft, base: Item | undefined) => Promise<Item>
  /** Reads the stored item anew; undefined where it is gone. */
  read: (id: string) => Promise<Item | undefined>
  queryKey: readonly string[]
  onSaved?: (item: Item, isNew: boolean) => void
}

/** State of the form of one stored item: draft, unsaved changes, and the conflict with somebody else's save. */
export function useVersionedForm<Draft extends object, Item extends Versioned>({
  item,
  toDraft,
  save,
  read,
  queryKey,
  onSaved,
}: VersionedFormOptions<Draft, Item>): VersionedForm<Draft, Item> {
  const client = useQueryClient()
  const [base, setBase] = useState(item)
  const [draft, setDraft] = useState(() => toDraft(item))
  const [conflict, setConflict] = useState<Item>()
  const isDirty = JSON.stringify(draft) !== JSON.stringify(toDraft(base))
  const begin = (from: Item) => {
    setBase(from)
    setDraft(toDraft(from))
    setConflict(undefined)
  }
  const saving = useMutation({
    mutationFn: ({ typed, change }: { typed: Draft; change: Partial<Draft> | undefined }) =>
      save({ ...typed, ...change }, base),
    onSuccess: (saved, { typed }) => {
      setBase(saved)
      setConflict(undefined)
      // Input typed during the save stays a change.
      setDraft((current) => ({ ...toDraft(saved), ...changesSince(typed, current) }))
      void client.invalidateQueries({ queryKey })
      onSaved?.(saved, base === undefined)
    },
    onError: async (error) => {
      if (base !== undefined) setConflict(await readAfterConflict(error, () => read(base.id)))
    },
  })
  return {
    draft,
    change(change) {
      setDraft((current) => ({ ...current, ...change }))
      if (saving.isSuccess) saving.reset()
    },
    isDirty,
    save(change) {
      saving.mutate({ typed: draft, change })
    },
    isSaving: saving.isPending,
    isSaved: saving.isSuccess && !isDirty,
    failure: saving.isError && conflict === undefined ? describeFailure(saving.error) : undefined,
    conflict,
    resolve(keepMine) {
      if (conflict === undefined) return
      if (keepMine) {
        setBase(conflict)
        setConflict(undefined)
      } else begin(conflict)
      saving.reset()
    },
    base,
    reset(from) {
      begin(from)
      saving.reset()
    },
  }
}

/** Returns the fields of a draft that differ from an earlier one. */
function changesSince<Draft extends object>(earlier: Draft, current: Draft): Partial<Draft> {
  const changes: Partial<Draft> = { ...current }
  for (const name in changes) if (Object.is(changes[name], earlier[name])) delete changes[name]
  return changes
}
