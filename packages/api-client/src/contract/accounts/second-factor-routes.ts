import { okSchema } from '../primitives.ts'
import { loginResponseSchema } from '../session.ts'
import {
  accountSecondFactorSchema,
  passkeyChallengeRequestSchema,
  passkeyCreateRequestSchema,
  passkeyLoginRequestSchema,
  passkeyOptionsSchema,
  proofRequestSchema,
  recoveryCodesSchema,
  secondFactorRequestSchema,
  totpConfirmRequestSchema,
  totpSetupSchema,
} from './second-factor.ts'

/** The calls about second factors, passkeys and proofs. */
export const secondFactorRoutes = {
  loginSecondFactor: {
    method: 'POST',
    path: '/api/login/second-factor',
    access: 'visitor',
    request: secondFactorRequestSchema,
    response: loginResponseSchema,
  },
  passkeyChallenge: {
    method: 'POST',
    path: '/api/login/passkey/options',
    access: 'visitor',
    request: passkeyChallengeRequestSchema,
    response: passkeyOptionsSchema,
  },
  loginPasskey: {
    method: 'POST',
    path: '/api/login/passkey',
    access: 'visitor',
    request: passkeyLoginRequestSchema,
    response: loginResponseSchema,
  },
  proveIdentity: {
    method: 'POST',
    path: '/api/account/proof',
    access: 'user',
    request: proofRequestSchema,
    response: okSchema,
  },
  accountSecondFactor: {
    method: 'GET',
    path: '/api/account/second-factor',
    access: 'user',
    response: accountSecondFactorSchema,
  },
  startTotp: {
    method: 'POST',
    path: '/api/account/second-factor/totp',
    access: 'user',
    response: totpSetupSchema,
  },
  confirmTotp: {
    method: 'POST',
    path: '/api/account/second-factor/totp/confirm',
    access: 'user',
    request: totpConfirmRequestSchema,
    response: recoveryCodesSchema,
  },
  removeTotp: { method: 'DELETE', path: '/api/account/second-factor/totp', access: 'user', proof: true },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/account/second-factor/recovery-codes',
    access: 'user',
    proof: true,
    response: recoveryCodesSchema,
  },
  passkeyOptions: {
    method: 'POST',
    path: '/api/account/passkeys/options',
    access: 'user',
    response: passkeyOptionsSchema,
  },
  createPasskey: {
    method: 'POST',
    path: '/api/account/passkeys',
    access: 'user',
    request: passkeyCreateRequestSchema,
    response: recoveryCodesSchema,
  },
  removePasskey: { method: 'DELETE', path: '/api/account/passkeys/{id}', access: 'user', proof: true },
} as const
