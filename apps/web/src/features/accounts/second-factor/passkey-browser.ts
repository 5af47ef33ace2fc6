import type { PasskeyOptions, PasskeyResponse } from '@org/api-client'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Returns whether the browser has passkeys. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Asks the person for a passkey. Rejects when they cancel. */
export async function askForPasskey(options: PasskeyOptions): Promise<PasskeyResponse> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  if (!isRequest(options)) throw new TypeError('The options of the passkey have no challenge.')
  return startAuthentication({ optionsJSON: options })
}

/** Has the person create a passkey. Rejects when they cancel. */
export async function makePasskey(options: PasskeyOptions): Promise<PasskeyResponse> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  if (!isCreation(options)) throw new TypeError('The options of the passkey have no challenge.')
  return startRegistration({ optionsJSON: options })
}

function isRequest(
  options: PasskeyOptions | PublicKeyCredentialRequestOptionsJSON,
): options is PublicKeyCredentialRequestOptionsJSON {
  return typeof options.challenge === 'string'
}

function isCreation(
  options: PasskeyOptions | PublicKeyCredentialCreationOptionsJSON,
): options is PublicKeyCredentialCreationOptionsJSON {
  return typeof options.challenge === 'string' && 'user' in options && 'rp' in options
}
