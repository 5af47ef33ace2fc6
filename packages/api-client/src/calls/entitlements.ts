import type { CallOptions, Http } from '../http.ts'
import { flag, list, maybe, oneOf, or, shape, text, texts, words } from '../decode.ts'
import type { Decoder } from '../decode.ts'

/** Limits of one user. */
export interface Entitlements {
  allowedTools: string[]
  allowedAuthors: string[]
  allowedModels: string[]
  /** Ids of prompts, as {@link EntitlementOptions} lists them. */
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

/** A system prompt that entitlements may refer to. */
export interface PromptOption {
  id: string
  /** Place where the prompt is edited; a `saved` one belongs to entitlements alone. */
  source: 'master' | 'widget' | 'saved'
  /** Name of the widget, otherwise the first line of the text. */
  name: string
  /** Current text. */
  text: string
}

/** The names that entitlements may hold. */
export interface EntitlementOptions {
  models: string[]
  systemPrompts: PromptOption[]
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

const decodePrompt = shape<PromptOption>({
  id: text,
  source: or(oneOf('master', 'widget', 'saved'), 'saved'),
  name: words,
  text: words,
})

/** Reads a prompt; a server without ids lists texts, which stand for themselves. */
const decodePromptOption: Decoder<PromptOption> = (value) =>
  typeof value === 'string'
    ? { id: value, source: 'saved', name: value.trim().split('\n')[0] ?? '', text: value }
    : decodePrompt(value)

/** Reads what there is to choose from. */
const decodeEntitlementOptions = shape<EntitlementOptions>({
  models: texts,
  systemPrompts: or(list(decodePromptOption), []),
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
