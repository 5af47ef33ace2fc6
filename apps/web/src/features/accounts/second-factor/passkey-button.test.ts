import { afterEach, describe, expect, it, vi } from 'vitest'
import { describePasskeyFailure } from './passkey-button.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const wrongPlace = Object.assign(new Error('This is an invalid domain.'), { name: 'SecurityError' })
const cancelled = Object.assign(new Error('The request is not allowed.'), { name: 'NotAllowedError' })

describe('the failure of a passkey', () => {
  it('says which address it needs, where the browser refuses that of the page', () => {
    vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
    expect(describePasskeyFailure(wrongPlace)).toContain('host name')
    expect(describePasskeyFailure(cancelled)).toBe('The passkey was not used. Please try again.')
  })

  it('is not blamed on the browser, which has no passkeys without https', () => {
    vi.stubGlobal('isSecureContext', false)
    expect(describePasskeyFailure(cancelled)).toContain('https')
    vi.stubGlobal('isSecureContext', true)
    expect(describePasskeyFailure(cancelled)).toBe('This browser has no passkeys.')
  })
})
