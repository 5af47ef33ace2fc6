import { createHash } from 'node:crypto'

/** Returns the digest that is stored instead of a recovery code or challenge. Random values of 112 bits and more need no salt. */
export function factorDigest(purpose: 'recovery-code' | 'challenge', value: string): string {
  return createHash('sha256').update(`${purpose}:${value}`).digest('base64url')
}
