import { toText } from '../loader/read-options.ts'
import type { SignedUser } from '../messages.ts'

/** Converts the values of a page that name its visitor, as its server has signed them, to text; `''` for a guest. */
export function toVisitor(id: unknown, hash: unknown, expires: unknown): SignedUser {
  return {
    user_id: toText(id ?? ''),
    user_hash: toText(hash ?? ''),
    user_expires: toText(expires ?? ''),
  }
}
