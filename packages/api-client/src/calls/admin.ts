import { type AuditProblemKind, auditProblemKinds } from '../audit-problems.ts'
import { createConfiguratorCalls, type ConfiguratorCalls } from './configurators.ts'
import type { Page, PageOptions } from './conversations.ts'
import { amount, anything, id, list, maybe, oneOf, or, shape, words } from '../decode.ts'
import { createEntitlementCalls, type EntitlementCalls } from './entitlements.ts'
import type { CallOptions, Http } from '../http.ts'
import { createKnowledgeCalls, type KnowledgeCalls } from './knowledge.ts'
import { createLlmSettingsCalls, type LlmSettingsCalls } from './llm-settings.ts'
import { createOperatorCalls, type OperatorCalls } from './operators.ts'

/** A client account. */
export interface AdminClient {
  id: string
  email: string
}

/** Kinds of the audit log: changes of settings, and security events of accounts. */
export type AuditKind =
  | 'configurator'
  | 'llm_settings'
  | 'entitlements'
  | 'account'
  | 'safety_phrase'
  | 'safety_line'
  | 'brand_synonym'
  | 'article'
  | 'product'
  | 'approved_answer'
  | 'settings_draft'
  | 'settings_trial'
  | 'evaluation_case'
  | 'budget'
  | 'model_prices'
  | 'retention'
  | 'weekly_report'
  | 'identity_secret'
  | 'visitor'
  | 'webhook'
  | 'order'
  | 'account_access'
  | 'api_key'

/** One change by an administrator, or equal security events of one account in one hour. */
export interface AuditEntry {
  id: string
  at: string
  /** Null once the account is deleted. */
  actor: string | null
  action:
    | 'create'
    | 'update'
    | 'delete'
    | 'sign_in'
    | 'sign_out'
    | 'session_end'
    | 'lock'
    | 'password_check'
    | 'password_change'
    | 'reset_request'
    | 'reset_link'
    | 'sign_up'
    | 'confirmation'
    | 'account_creation'
    | 'role_change'
    | 'data_export'
    | 'account_deletion'
    | 'demonstration_removal'
    | 'conversation_pruning'
    | 'secret_reencryption'
    | 'key_rotation'
    | 'share'
    | 'share_end'
    | 'login_link'
    | 'factor_add'
    | 'factor_remove'
    | 'factor_check'
    | 'factor_reset'
    | 'recovery_code_use'
    | 'recovery_code_renewal'
    | 'account_disable'
    | 'account_enable'
  kind: AuditKind
  /** Email of the account that an entry of the kind `account` or `account_access` is about; null for others, unknown and deleted accounts. */
  account: string | null
  /** The client whose data was changed; null for data of the deployment, and of a deleted client. */
  organisationId: string | null
  /** Name of that client. */
  organisation: string | null
  /** Result of a security event; null for changes. */
  outcome: 'success' | 'failure' | null
  /** Number of equal security events in the hour. */
  count: number
  /** A widget's name, an address; empty where there is only one. */
  subject: string
  changes: { field: string; before: unknown; after: unknown }[]
}

/** Selects entries of the audit log; without a field, all. */
export interface AuditFilters {
  kind?: AuditKind | undefined
  /** Email of the account that made a change, or that a security event is about. */
  actor?: string | undefined
  organisationId?: string | undefined
  /** ISO 8601 times: from the first, before the second. */
  from?: string | undefined
  to?: string | undefined
}

/** Contradiction in a chain of the audit log. */
export interface AuditProblem {
  kind: AuditProblemKind
  position: number | null
  /** Id of the entry. */
  entry: number | null
}

/** Check of one chain of the audit log. */
export interface AuditChainCheck {
  chain: 'changes' | 'security'
  /** First and last position; earlier ones have passed their retention period. 0 before the first entry. */
  first: number
  position: number
  /** Hash of the last position. */
  hash: string
  /** Entries that were compared. */
  entries: number
  /** Removals of personal data, and final numbers of equal events. */
  changes: number
  problemCount: number
  /** The first problems. */
  problems: AuditProblem[]
}

/** The calls of the admin screens. */
export interface AdminCalls
  extends ConfiguratorCalls, LlmSettingsCalls, EntitlementCalls, KnowledgeCalls, OperatorCalls {
  adminClients: (options?: CallOptions) => Promise<AdminClient[]>
  /** Changes and security events, newest first. An export is downloaded by a link to `/api/admin/audit/export`. */
  auditLog: (options?: PageOptions & AuditFilters) => Promise<Page<AuditEntry>>
  /** Checks whether entries were changed or removed. Takes a while for many entries. */
  checkAudit: (options?: CallOptions) => Promise<AuditChainCheck[]>
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
      action: oneOf(
        ...(['create', 'update', 'delete'] as const),
        ...(['sign_in', 'sign_out', 'session_end', 'lock', 'password_check', 'password_change'] as const),
        ...(['reset_request', 'reset_link', 'sign_up', 'confirmation', 'account_creation'] as const),
        ...(['role_change', 'data_export', 'account_deletion', 'demonstration_removal'] as const),
        ...(['conversation_pruning', 'secret_reencryption', 'key_rotation'] as const),
        ...(['share', 'share_end', 'login_link'] as const),
        ...(['factor_add', 'factor_remove', 'factor_check', 'factor_reset'] as const),
        ...(['recovery_code_use', 'recovery_code_renewal'] as const),
        ...(['account_disable', 'account_enable'] as const),
      ),
      kind: oneOf(
        ...(['configurator', 'llm_settings', 'entitlements', 'account'] as const),
        ...([
          'safety_phrase',
          'safety_line',
          'brand_synonym',
          'article',
          'product',
          'approved_answer',
          'settings_draft',
          'settings_trial',
          'evaluation_case',
          'budget',
          'model_prices',
          'retention',
          'weekly_report',
          'identity_secret',
          'visitor',
          'webhook',
          'order',
          'account_access',
          'api_key',
        ] as const),
      ),
      account: maybe,
      organisationId: maybe,
      organisation: maybe,
      outcome: or(oneOf('success', 'failure'), null),
      count: or(amount, 1),
      subject: words,
      changes: or(
        list(shape<AuditEntry['changes'][number]>({ field: words, before: anything, after: anything })),
        [],
      ),
    }),
  ),
  nextCursor: or(id, null),
})

const decodeCheck = shape<{ chains: AuditChainCheck[] }>({
  chains: list(
    shape<AuditChainCheck>({
      chain: oneOf('changes', 'security'),
      first: amount,
      position: amount,
      hash: words,
      entries: amount,
      changes: amount,
      problemCount: amount,
      problems: list(
        shape<AuditProblem>({
          kind: oneOf(...auditProblemKinds),
          position: or(amount, null),
          entry: or(amount, null),
        }),
      ),
    }),
  ),
})

/** Parameters of a query of the audit log, and of the address of its export. */
export function auditParameters({ kind, actor, organisationId, from, to }: AuditFilters) {
  return { kind, actor, organisation_id: organisationId, from, to }
}

/** The calls of {@link AdminCalls}. */
export function createAdminCalls(http: Http): AdminCalls {
  const { call } = http
  return {
    ...createConfiguratorCalls(http),
    ...createLlmSettingsCalls(http),
    ...createEntitlementCalls(http),
    ...createKnowledgeCalls(http),
    ...createOperatorCalls(http),
    adminClients: async ({ signal } = {}) =>
      (await call(decodeClients, { path: '/api/admin/clients', signal })).clients,
    auditLog: ({ signal, limit, cursor, ...filters } = {}) =>
      call(decodeAudit, {
        path: '/api/admin/audit',
        query: { limit, cursor, ...auditParameters(filters) },
        signal,
      }),
    checkAudit: async ({ signal } = {}) =>
      (await call(decodeCheck, { path: '/api/admin/audit/check', signal })).chains,
  }
}
