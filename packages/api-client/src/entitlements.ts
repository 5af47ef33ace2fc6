import type { CallOptions, Http } from './http.ts'
import { flag, list, maybe, or, shape, texts, words } from './decode.ts'
import type { Decoder } from './decode.ts'

/** Limits of one user. */
export interface Entitlements {
  allowedTools: string[]
  allowedAuthors: string[]
  allowedModels: string[]
  systemPrompts: string[]
}

/** A sign-up through a widget. */
export interface WidgetSignup {
  email: string
  createdAt: string | null
  embedId: string | null
}

/** Limits of one user, and the newest sign-ups through widgets. */
export interface EntitlementsAnswer {
  entitlements: Entitlements
  /** True when an account has this address. */
  hasAccount: boolean
  signups: WidgetSignup[]
}

/** The names that entitlements may hold. */
export interface EntitlementOptions {
  models: string[]
  systemPrompts: string[]
}

/** A change of what one user may use. */
export interface EntitlementsUpdate extends Partial<Entitlements> {
  email: string
  mode: 'merge' | 'replace'
}

/** The calls about what a user may use. */
export interface EntitlementCalls {
  entitlements: (email: string, options?: CallOptions) => Promise<EntitlementsAnswer>
  entitlementOptions: (options?: CallOptions) => Promise<EntitlementOptions>
  /** Gives what is stored now. */
  saveEntitlements: (update: EntitlementsUpdate, options?: CallOptions) => Promise<Entitlements>
}

/** Reads what one user may use. */
const decodeEntitlements: Decoder<Entitlements> = shape<Entitlements>({
  allowedTools: texts,
  allowedAuthors: texts,
  allowedModels: texts,
  systemPrompts: texts,
})

/** Reads what one user may use, and the newest sign-ups. */
const decodeEntitlementsAnswer = shape<EntitlementsAnswer>({
  entitlements: (value) => decodeEntitlements(value ?? {}),
  hasAccount: or(flag, true),
  signups: or(list(shape<WidgetSignup>({ email: words, createdAt: maybe, embedId: maybe })), []),
})

/** Reads what there is to choose from. */
const decodeEntitlementOptions = shape<EntitlementOptions>({
  models: texts,
  systemPrompts: texts,
})

const decodeSavedEntitlements = shape<{ entitlements: Entitlements }>({
  entitlements: (value) => decodeEntitlements(value ?? {}),
})

/** The calls of {@link EntitlementCalls}. */
export function createEntitlementCalls({ call }: Http): EntitlementCalls {
  const entitlements = '/api/admin/entitlements'
  return {
    entitlements: (email, { signal } = {}) =>
      call(decodeEntitlementsAnswer, { path: entitlements, query: { email }, signal }),
    entitlementOptions: ({ signal } = {}) =>
      call(decodeEntitlementOptions, { path: `${entitlements}/options`, signal }),
    saveEntitlements: async (body, { signal } = {}) =>
      (await call(decodeSavedEntitlements, { method: 'POST', path: entitlements, body, signal }))
        .entitlements,
  }
}
