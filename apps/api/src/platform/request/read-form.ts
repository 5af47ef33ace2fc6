import type { AppContext } from '../http/app-env.ts'
import { HttpError } from '../http/http-error.ts'
import { readBytes } from './read-json.ts'

// Two fields and an address: more is no form of ours.
const maxBytes = 16_384

/**
 * The fields of a form-encoded body; of several with one name the last.
 *
 * @throws {HttpError} 413 for a body beyond 16 KiB, 415 for another content type, 400 when it breaks off
 */
export async function readForm(c: AppContext): Promise<Record<string, string>> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') {
    throw new HttpError('unsupported_media_type', 'Send the body as application/x-www-form-urlencoded.')
  }
  const bytes = await readBytes(c, maxBytes)
  return Object.fromEntries(new URLSearchParams(bytes.toString()))
}
