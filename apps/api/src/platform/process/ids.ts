import { randomUUID } from 'node:crypto'

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu

/** A UUIDv7 (RFC 9562, section 5.7): its order is the order of making, to the millisecond. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  // A version 4 has random bits in the same places, and comes from a pool of them.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** Returns whether a text is valid for a `uuid` column; any other text is an unknown id. */
export function isUuid(text: string): boolean {
  return uuidShape.test(text)
}
