import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, which mean nothing outside our database. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored instead of a token. It needs no salt: nobody guesses 256 bits. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
