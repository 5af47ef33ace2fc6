import { randomBytes, randomUUID } from 'node:crypto'

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu
const guestStreamShape = /^[0-9a-f]{64}$/iu

/** A UUIDv7 (RFC 9562, section 5.7): its order is the order of making, to the millisecond. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  // A version 4 has random bits in the same places, and comes from a pool of them.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** The id of a guest's stream, which grants access to it: 256 random bits, in hexadecimal because paths are read in any case. */
export function newGuestStreamId(): string {
  return randomBytes(32).toString('hex')
}

/** Returns whether a text has the shape of a stream's id: a UUID, or a guest's. */
export function isStreamId(text: string): boolean {
  return isUuid(text) || guestStreamShape.test(text)
}

/** Returns whether a text is valid for a `uuid` column; any other text is an unknown id. */
export function isUuid(text: string): boolean {
  return uuidShape.test(text)
}
