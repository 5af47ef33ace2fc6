import { createAdminCalls, createListCalls } from '@org/api-client'
import type { Entitlements, EntitlementsUpdate } from '@org/api-client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls, useServices } from '../../../../shared/services.ts'
import { entitlementsQuery, optionsQuery } from '../../admin.queries.ts'

const nothing: Entitlements = { allowedTools: [], allowedAuthors: [], allowedModels: [], systemPrompts: [] }

/** Loads and saves the entitlements of one account at a time. */
export function useEntitlements() {
  const calls = useCalls(createAdminCalls)
  const { queryClient } = useServices()
  const { data: options } = useQuery(optionsQuery(calls, useCalls(createListCalls)))
  /** Loaded lists and the account that they belong to. */
  const [base, setBase] = useState({ email: '', lists: nothing })
  const [lists, setLists] = useState(nothing)

  function begin(email: string, stored: Entitlements): void {
    setBase({ email, lists: stored })
    setLists(stored)
  }

  const load = useMutation({
    mutationFn: (email: string) => calls.entitlements(email),
    onSuccess: ({ entitlements }, email) => begin(email, entitlements),
  })
  const save = useMutation({
    mutationFn: (update: EntitlementsUpdate) => calls.saveEntitlements(update),
    onSuccess: (stored, update) => {
      begin(update.email, stored)
      void queryClient.invalidateQueries(entitlementsQuery(calls, update.email))
    },
  })

  return {
    /** Everything that an account can be entitled to; undefined while it loads. */
    options,
    lists,
    /** Account whose entitlements were loaded or saved last; `''` before. */
    loadedEmail: base.email,
    isDirty: !isSame(lists, base.lists),
    load,
    save,
    change: (changes: Partial<Entitlements>): void => {
      setLists((current) => ({ ...current, ...changes }))
      save.reset()
    },
  }
}

// Order is ignored: an entry removed and added again moves to the end without a change.
function isSame(one: Entitlements, other: Entitlements): boolean {
  const sorted = ({ allowedTools, allowedAuthors, allowedModels, systemPrompts }: Entitlements) =>
    JSON.stringify(
      [allowedTools, allowedAuthors, allowedModels, systemPrompts].map((names) => names.toSorted()),
    )
  return sorted(one) === sorted(other)
}
