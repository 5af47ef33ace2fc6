import { createConfiguratorCalls, type ConfiguratorCalls } from './configurators.ts'
import type { Page, PageOptions } from './conversations.ts'
import { anything, id, list, maybe, oneOf, or, shape, words } from './decode.ts'
import { createEntitlementCalls, type EntitlementCalls } from './entitlements.ts'
import type { CallOptions, Http } from './http.ts'
import { createKnowledgeCalls, type KnowledgeCalls } from './knowledge.ts'
import { createLlmSettingsCalls, type LlmSettingsCalls } from './llm-settings.ts'

/** A client account. */
export interface AdminClient {
  id: string
  email: string
}

/** One change by an administrator. */
export interface AuditEntry {
  id: string
  at: string
  /** Null once the account is deleted. */
  actor: string | null
  action: 'create' | 'update' | 'delete'
  kind: 'configurator' | 'llm_settings' | 'entitlements'
  /** A widget's name, an address; empty where there is only one. */
  subject: string
  changes: { field: string; before: unknown; after: unknown }[]
}

/** The calls of the admin screens. */
export interface AdminCalls extends ConfiguratorCalls, LlmSettingsCalls, EntitlementCalls, KnowledgeCalls {
  adminClients: (options?: CallOptions) => Promise<AdminClient[]>
  /** Changes by administrators, newest first. */
  auditLog: (options?: PageOptions) => Promise<Page<AuditEntry>>
}

const decodeClients = shape<{ clients: AdminClient[] }>({
  clients: list(shape<AdminClient>({ id, email: words })),
})

/** Reads what administrators have changed. */
const decodeAudit = shape<Page<AuditEntry>>({
  items: list(
    shape<AuditEntry>({
      id,
      at: words,
      actor: maybe,
      action: oneOf('create', 'update', 'delete'),
      kind: oneOf('configurator', 'llm_settings', 'entitlements'),
      subject: words,
      changes: or(
        list(shape<AuditEntry['changes'][number]>({ field: words, before: anything, after: anything })),
        [],
      ),
    }),
  ),
  nextCursor: or(id, null),
})

/** The calls of {@link AdminCalls}. */
export function createAdminCalls(http: Http): AdminCalls {
  const { call } = http
  return {
    ...createConfiguratorCalls(http),
    ...createLlmSettingsCalls(http),
    ...createEntitlementCalls(http),
    ...createKnowledgeCalls(http),
    adminClients: async ({ signal } = {}) =>
      (await call(decodeClients, { path: '/api/admin/clients', signal })).clients,
    auditLog: ({ signal, limit, cursor } = {}) =>
      call(decodeAudit, { path: '/api/admin/audit', query: { limit, cursor }, signal }),
  }
}
