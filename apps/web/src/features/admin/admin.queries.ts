import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AdminCalls, AuditFilters, ListCalls } from '@org/api-client'

/** The master settings, as they are stored. */
export function settingsQuery({ llmSettings }: AdminCalls) {
  return queryOptions({
    queryKey: ['admin', 'settings'],
    queryFn: ({ signal }) => llmSettings({ signal }),
    // The form is based on the version that was read: a load in the background would replace it.
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Query of the saved versions. */
export function historyQuery({ llmSettingsHistory }: AdminCalls) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'settings-history'],
    queryFn: ({ signal, pageParam }) => llmSettingsHistory({ signal, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

/** Query of the audit log: the selected entries, or all. */
export function auditQuery({ auditLog }: AdminCalls, filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'audit', filters],
    queryFn: ({ signal, pageParam }) => auditLog({ ...filters, signal, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

/** Query of one user's limits, and the newest sign-ups. */
export function entitlementsQuery({ entitlements }: AdminCalls, email: string) {
  return queryOptions({
    queryKey: ['admin', 'entitlements', email],
    queryFn: ({ signal }) => entitlements(email, { signal }),
    enabled: email !== '',
    staleTime: 0,
  })
}

/** The names that entitlements may hold. */
export function optionsQuery(admin: AdminCalls, lists: ListCalls) {
  return queryOptions({
    queryKey: ['admin', 'entitlement-options'],
    // Failures loading lists are silently ignored (specification 2, section 8): the others show all the same.
    queryFn: async ({ signal }) => {
      const [options, authors, tools] = await Promise.allSettled([
        admin.entitlementOptions({ signal }),
        lists.authors({ signal }),
        lists.tools({ signal }),
      ])
      return {
        models: options.status === 'fulfilled' ? options.value.models : [],
        systemPrompts: options.status === 'fulfilled' ? options.value.systemPrompts : [],
        authors: authors.status === 'fulfilled' ? authors.value.map(({ name }) => name) : [],
        tools: tools.status === 'fulfilled' ? tools.value.map(({ name }) => name) : [],
      }
    },
  })
}
