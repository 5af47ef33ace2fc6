import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, which mean nothing outside our database. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the digest that is stored instead of a token. It needs no salt: 256 random bits cannot be guessed. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
