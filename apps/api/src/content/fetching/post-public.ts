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
  /** Milliseconds until the headers of the response. @default 10_000 */
  ms?: number
}

/**
 * Posts to a server of the public internet, with the checks of `fetchPublic`. Redirects are not followed and the body of
 * the response is not read.
 *
 * @returns the status of the response
 * @throws {ImportFailure} for an address that is not public, too slow a server and a broken connection
 */
export async function postPublic(
  address: string,
  { body, headers, isAllowed = isPublicAddress, signal, ms = 10_000 }: PostOptions,
): Promise<number> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  try {
    const request = { method: 'POST', body, headers }
    const response = await openPublic(parseAddress(address), { isAllowed, signal: limit, request })
    response.destroy()
    return response.statusCode ?? 0
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ImportFailure) throw error
    throw new ImportFailure(limit.aborted ? 'too_slow' : reasonOf(error))
  }
}
