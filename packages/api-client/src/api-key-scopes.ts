/** Scopes of API keys. The contract and the decoders share them. */
export const apiKeyScopes = [
  'statistics:read',
  'content:read',
  'content:write',
  'conversations:read',
  'widgets:read',
] as const

/** A permission of an API key. */
export type ApiKeyScope = (typeof apiKeyScopes)[number]
