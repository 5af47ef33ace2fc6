import { ApiError } from '../../errors.ts'
import type { CallOptions, Http } from '../../http.ts'
import type { Decoder } from '../../decode.ts'
import {
  amount,
  flag,
  id,
  isRecord,
  list,
  maybe,
  oneOf,
  or,
  shape,
  text,
  texts,
  words,
} from '../../decode.ts'
import type { Role, Session } from '../session.ts'

/** A way to prove a second factor. */
export type SecondFactorMethod = 'totp' | 'passkey' | 'recovery_code'

/** The second step that a sign-in needs. */
export interface SecondStep {
  /** Methods that the account has set up. */
  methods: SecondFactorMethod[]
  /** True for an account that must set up a second factor before it can sign in. */
  setup: boolean
  /** Why it must be set up: the account is of staff, an organisation of it requires it, or the site does of everybody; null without `setup`. */
  reason: 'staff' | 'organisation' | 'everybody' | null
}

/** A credential as `navigator.credentials` gives it, in the JSON form of WebAuthn Level 3. */
export type PasskeyResponse = object

/** Options of `navigator.credentials`, in the JSON form of WebAuthn Level 3. */
export type PasskeyOptions = Record<string, unknown>

/** A code of an authenticator app or a recovery code, or the answer of a passkey. */
export type SecondFactorProof = { code: string } | { passkey: PasskeyResponse }

/** A passkey of the account. Times are ISO 8601 in UTC. */
export interface AccountPasskey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** Second factors of the account. */
export interface AccountSecondFactor {
  /** False for the accounts of a demonstration, whose password is public. */
  available: boolean
  /** True when the account must have a second factor. */
  required: boolean
  /** True when an authenticator app is set up. */
  totp: boolean
  passkeys: AccountPasskey[]
  /** True when the person has proved their identity within the last ten minutes. */
  proven: boolean
  /** Number of unused recovery codes. */
  recoveryCodes: number
  /** True when the session was opened by the identity provider of an organisation, which proves the identity again. */
  organisationSignIn: boolean
}

/** Secret of an authenticator app, which counts once a code of it is confirmed. */
export interface TotpSetup {
  /** Base32. */
  secret: string
  /** `otpauth://` address for a QR code. */
  uri: string
}

/** Options of {@link SecondFactorCalls.passkeyChallenge}. */
export interface PasskeyChallengeOptions extends CallOptions {
  /**
   * True for a sign-in by a passkey alone; else, with a session, the passkeys of its account answer.
   *
   * @default false
   */
  anyAccount?: boolean | undefined
}

/** The calls about second factors, passkeys and proofs. */
export interface SecondFactorCalls {
  /** Takes the second step of a sign-in. */
  loginSecondFactor: (proof: SecondFactorProof, options?: CallOptions) => Promise<Session>
  /** Options of a passkey for a sign-in, its second step, or a proof. */
  passkeyChallenge: (options?: PasskeyChallengeOptions) => Promise<PasskeyOptions>
  /** Signs in by a passkey alone. */
  loginPasskey: (passkey: PasskeyResponse, options?: CallOptions) => Promise<Session>
  /** Proves the identity of the signed-in person, for dangerous actions of the next ten minutes. */
  proveIdentity: (proof: SecondFactorProof | { password: string }, options?: CallOptions) => Promise<void>
  accountSecondFactor: (options?: CallOptions) => Promise<AccountSecondFactor>
  startTotp: (options?: CallOptions) => Promise<TotpSetup>
  /** Returns new recovery codes; none when the account has codes already. */
  confirmTotp: (code: string, options?: CallOptions) => Promise<string[]>
  removeTotp: (options?: CallOptions) => Promise<void>
  /** Replaces all recovery codes. */
  renewRecoveryCodes: (options?: CallOptions) => Promise<string[]>
  /** Options for a new passkey. */
  passkeyOptions: (options?: CallOptions) => Promise<PasskeyOptions>
  /** Stores a new passkey. Returns new recovery codes; none when the account has codes already. */
  createPasskey: (passkey: PasskeyResponse, name: string, options?: CallOptions) => Promise<string[]>
  removePasskey: (id: string, options?: CallOptions) => Promise<void>
}

const method = oneOf('totp', 'passkey', 'recovery_code')

const decodeStep = shape<SecondStep>({
  methods: or(list(method), []),
  setup: or(flag, false),
  reason: or(oneOf('staff', 'organisation', 'everybody'), null),
})

/** Returns the second step that a refused sign-in asks for; null for every other failure. */
export function secondStepOf(error: unknown): SecondStep | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return null
  return decodeStep(error.detail) ?? null
}

const decodeSession: Decoder<Session> = shape<Session>({
  authenticated: or(flag, false),
  role: or<'admin' | 'client', Role>(oneOf('admin', 'client'), null),
  email: maybe,
})

const decodeOptions: Decoder<PasskeyOptions> = (value) =>
  isRecord(value) && isRecord(value['options']) ? value['options'] : undefined

const decodeFactors = shape<AccountSecondFactor>({
  available: or(flag, true),
  required: or(flag, false),
  totp: or(flag, false),
  passkeys: or(list(shape<AccountPasskey>({ id, name: words, createdAt: text, lastUsedAt: maybe })), []),
  proven: or(flag, true),
  recoveryCodes: or(amount, 0),
  organisationSignIn: or(flag, false),
})

const decodeTotp = shape<TotpSetup>({ secret: text, uri: text })

const decodeCodes = shape<{ recoveryCodes: string[] }>({ recoveryCodes: texts })

const factorPath = '/api/account/second-factor'
const passkeysPath = '/api/account/passkeys'

/** The calls of {@link SecondFactorCalls}. */
export function createSecondFactorCalls({ call, tell }: Http): SecondFactorCalls {
  const post = { method: 'POST', body: {} } as const
  return {
    loginSecondFactor: (body, { signal } = {}) =>
      call(decodeSession, { method: 'POST', path: '/api/login/second-factor', body, signal }),
    passkeyChallenge: ({ anyAccount = false, signal } = {}) => {
      const body = { any_account: anyAccount }
      return call(decodeOptions, { method: 'POST', path: '/api/login/passkey/options', body, signal })
    },
    loginPasskey: (passkey, { signal } = {}) =>
      call(decodeSession, { method: 'POST', path: '/api/login/passkey', body: { passkey }, signal }),
    proveIdentity: (body, { signal } = {}) =>
      tell({ method: 'POST', path: '/api/account/proof', body, signal }),
    accountSecondFactor: ({ signal } = {}) =>
      call(decodeFactors, { path: factorPath, cache: 'no-store', signal }),
    startTotp: ({ signal } = {}) => call(decodeTotp, { ...post, path: `${factorPath}/totp`, signal }),
    confirmTotp: async (code, { signal } = {}) => {
      const request = { method: 'POST', path: `${factorPath}/totp/confirm`, body: { code }, signal }
      return (await call(decodeCodes, request)).recoveryCodes
    },
    removeTotp: ({ signal } = {}) => tell({ method: 'DELETE', path: `${factorPath}/totp`, signal }),
    renewRecoveryCodes: async ({ signal } = {}) =>
      (await call(decodeCodes, { ...post, path: `${factorPath}/recovery-codes`, signal })).recoveryCodes,
    passkeyOptions: ({ signal } = {}) =>
      call(decodeOptions, { ...post, path: `${passkeysPath}/options`, signal }),
    createPasskey: async (passkey, name, { signal } = {}) => {
      const request = { method: 'POST', path: passkeysPath, body: { passkey, name }, signal }
      return (await call(decodeCodes, request)).recoveryCodes
    },
    removePasskey: (passkey, { signal } = {}) =>
      tell({ method: 'DELETE', path: `${passkeysPath}/${encodeURIComponent(passkey)}`, signal }),
  }
}
