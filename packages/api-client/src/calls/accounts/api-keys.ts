import { type ApiKeyScope, apiKeyScopes } from '../../api-key-scopes.ts'
import { id, list, maybe, oneOf, or, shape, text, words } from '../../decode.ts'
import type { CallOptions, Http } from '../../http.ts'

/** An API key, without the key itself. */
export interface ApiKey {
  id: string
  name: string
  scopes: ApiKeyScope[]
  /** First characters of the key, by which a person recognises it. */
  start: string
  state: 'active' | 'expired' | 'revoked'
  createdAt: string
  /** Null for a key that does not expire. */
  expiresAt: string | null
  revokedAt: string | null
  /** Time of the last rotation, or of the creation. */
  rotatedAt: string
  /** Hour of the last call with the current key; null before the first one. */
  lastUsedAt: string | null
  /** The key before the last rotation, while it is valid. */
  previous: { start: string; validUntil: string; lastUsedAt: string | null } | null
}

/** An API key to create. */
export interface ApiKeyInput {
  name: string
  scopes: readonly ApiKeyScope[]
  /** Null for a key that does not expire. @default null */
  expiresInDays?: number | null
}

/** Owner of the keys of a call, for administrators; none for the administrator's own keys. */
export interface ApiKeyCallOptions extends CallOptions {
  clientId?: string | undefined
}

/** The calls about API keys. */
export interface ApiKeyCalls {
  /** The newest first. The 50 newest revoked and expired keys are listed for 30 days. */
  apiKeys: (options?: ApiKeyCallOptions) => Promise<ApiKey[]>
  /** `key` is shown this once. */
  createApiKey: (input: ApiKeyInput, options?: ApiKeyCallOptions) => Promise<ApiKey & { key: string }>
  /**
   * Creates the next key, which is shown this once. The current one stays valid for `overlapHours`.
   *
   * @param overlapHours 0 to 720
   */
  rotateApiKey: (
    keyId: string,
    overlapHours: number,
    options?: ApiKeyCallOptions,
  ) => Promise<ApiKey & { key: string }>
  /** Ends a key at once, with the one before its last rotation. */
  revokeApiKey: (keyId: string, options?: ApiKeyCallOptions) => Promise<void>
}

const fields = {
  id,
  name: words,
  scopes: or(list(oneOf(...apiKeyScopes)), []),
  start: words,
  state: or(oneOf('active', 'expired', 'revoked'), 'active'),
  createdAt: words,
  expiresAt: maybe,
  revokedAt: maybe,
  rotatedAt: words,
  lastUsedAt: maybe,
  previous: or(
    shape<NonNullable<ApiKey['previous']>>({ start: words, validUntil: text, lastUsedAt: maybe }),
    null,
  ),
}
const decodeCreated = shape<ApiKey & { key: string }>({ ...fields, key: text })
const decodeList = shape<{ items: ApiKey[] }>({ items: list(shape<ApiKey>(fields)) })

/** The calls of {@link ApiKeyCalls}. */
export function createApiKeyCalls({ call, tell }: Http): ApiKeyCalls {
  const root = '/api/client/api-keys'
  const pathOf = (keyId: string, rest = '') => `${root}/${encodeURIComponent(keyId)}${rest}`
  const given = ({ signal, clientId }: ApiKeyCallOptions = {}) => ({ signal, query: { clientId } })
  return {
    apiKeys: async (options) => (await call(decodeList, { path: root, ...given(options) })).items,
    createApiKey: (body, options) =>
      call(decodeCreated, { method: 'POST', path: root, body, ...given(options) }),
    rotateApiKey: (keyId, overlapHours, options) =>
      call(decodeCreated, {
        method: 'POST',
        path: pathOf(keyId, '/rotate'),
        body: { overlapHours },
        ...given(options),
      }),
    revokeApiKey: (keyId, options) => tell({ method: 'DELETE', path: pathOf(keyId), ...given(options) }),
  }
}
