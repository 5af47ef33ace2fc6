import type { IncomingMessage } from 'node:http'
import type { CustomFetch } from 'openid-client'
import { openPublic, parseAddress, reasonOf } from '../content/fetching/fetch-public.ts'
import { ImportFailure } from '../content/reading/import-failure.ts'

/** Bytes of one response: a discovery document, keys, tokens or claims. */
const mostBytes = 512 * 1024

/** Milliseconds of one request. */
export const requestMs = 8000

/**
 * Creates a `fetch` that connects to allowed addresses alone, checked after the name is resolved. Redirects are not
 * followed, and large and slow responses are cut off.
 *
 * @param isAllowed IP addresses to which it may connect
 */
export function createProviderFetch(isAllowed: (address: string) => boolean): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const limit = AbortSignal.any([AbortSignal.timeout(requestMs), ...(signal === undefined ? [] : [signal])])
    try {
      const request = { method, headers, body: textOf(body) }
      const response = await openPublic(parseAddress(address), { isAllowed, signal: limit, request })
      const bytes = await readAll(response)
      const { statusCode: status = 0 } = response
      // The constructor refuses a body for these.
      const hasBody = status !== 204 && status !== 205 && status !== 304
      return new Response(hasBody ? bytes : null, { status, headers: headersOf(response) })
    } catch (error) {
      if (error instanceof ImportFailure) throw error
      throw new ImportFailure(limit.aborted ? 'too_slow' : reasonOf(error))
    }
  }
}

function textOf(body: unknown): string {
  if (body === undefined || body === null) return ''
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('A request to an identity provider has no other body than a form.')
}

function headersOf({ rawHeaders }: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  }
  return pairs
}

async function readAll(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk)
    size += bytes.byteLength
    if (size > mostBytes) throw new ImportFailure('too_large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
