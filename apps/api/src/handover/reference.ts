import { randomInt } from 'node:crypto'

/** Letters and digits that are not taken for each other when they are read aloud or typed. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Creates a reference number such as `H-7F3K-9Q2M`: 31^8 values, so that none is guessed or met twice. */
export function newReference(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `H-${group()}-${group()}`
}
