import type { IncomingMessage } from 'node:http'
import { ImportFailure } from '../reading/import-failure.ts'
import { openPublic, parseAddress, reasonOf } from './fetch-public.ts'
import { isPublicAddress } from './public-addresses.ts'

/** A request to a server of the public internet. */
export interface PostOptions {
  body: string
  headers: Readonly<Record<string, string>>
  /** IP addresses to which it may connect. @default those of the public internet */
  isAllowed?: (address: string) => boolean
  signal: AbortSignal
  /** Milliseconds for the whole exchange. @default 10_000 */
  ms?: number
  /** First bytes of the response's body to read. @default 0 */
  readBytes?: number
}

/** Answer of a server to a request. */
export interface PostResponse {
  status: number
  /** First part of the body, as UTF-8. */
  text: string
}

/**
 * Posts to a server of the public internet, with the checks of `fetchPublic`. Redirects are not followed, and of the
 * response's body at most `readBytes` are read.
 *
 * @throws {ImportFailure} for an address that is not public, too slow a server and a broken connection
 */
export async function postPublic(
  address: string,
  { body, headers, isAllowed = isPublicAddress, signal, ms = 10_000, readBytes = 0 }: PostOptions,
): Promise<PostResponse> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  try {
    const request = { method: 'POST', body, headers }
    const response = await openPublic(parseAddress(address), { isAllowed, signal: limit, request })
    const text = await readStart(response, readBytes)
    response.destroy()
    return { status: response.statusCode ?? 0, text }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ImportFailure) throw error
    throw new ImportFailure(limit.aborted ? 'too_slow' : reasonOf(error))
  }
}

/** Reads the first bytes of a body. A broken or slow body ends what is read: the status has arrived by then. */
async function readStart(response: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    if (most > 0) {
      for await (const chunk of response) {
        const bytes = Buffer.from(chunk)
        chunks.push(bytes)
        size += bytes.byteLength
        if (size >= most) break
      }
    }
  } catch {
    // The part that was read is shown.
  }
  return Buffer.concat(chunks).subarray(0, most).toString('utf8')
}
