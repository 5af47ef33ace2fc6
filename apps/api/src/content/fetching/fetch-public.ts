import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { ImportReason } from '@org/api-client/contract'
import { ImportFailure } from '../reading/import-failure.ts'
import { closedAddressCode, isPublicAddress, lookupAllowed } from './public-addresses.ts'

/** Name under which this server reads sources, which robots.txt may name. */
export const userAgent = 'OrgAssistantBot'

/** Limits of one fetch. */
export interface FetchLimits {
  /** Bytes of the body. @default 20 MiB */
  bytes?: number
  /** Milliseconds for all redirects and the body. @default 30_000 */
  ms?: number
}

/** Options of {@link fetchPublic}. */
export interface FetchOptions extends FetchLimits {
  /** IP addresses to which it may connect. @default those of the public internet */
  isAllowed?: (address: string) => boolean
  /**
   * Called with the address before its request, and with the target of each redirect: it throws for one that may not be read.
   *
   * @default every address may be read
   */
  admit?: (address: string) => Promise<void>
  signal: AbortSignal
}

/** A document of the web. */
export interface FetchedDocument {
  status: number
  /** Address after redirects. */
  address: string
  /** Media type in lower case, without parameters. */
  type: string
  bytes: Buffer
}

const mostRedirects = 5

/**
 * Reads a document of the public internet. The address of the host is checked after it is resolved and again at each
 * redirect; neither cookies nor credentials are sent.
 *
 * @throws {ImportFailure} for an address that is not public, too large a body, too slow a server and a broken connection
 */
export async function fetchPublic(
  address: string,
  { isAllowed = isPublicAddress, admit, signal, bytes = 20 * 1024 * 1024, ms = 30_000 }: FetchOptions,
): Promise<FetchedDocument> {
  let url = parseAddress(address)
  await admit?.(url.href)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  try {
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const response = await openPublic(url, { isAllowed, signal: limit })
      const { statusCode: status = 0, headers } = response
      const next = status >= 300 && status < 400 ? headers.location : undefined
      if (next === undefined) {
        const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
        return { status, address: url.href, type, bytes: await readBody(response, bytes) }
      }
      response.destroy()
      url = parseAddress(next, url)
      await admit?.(url.href)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ImportFailure) throw error
    throw new ImportFailure(limit.aborted ? 'too_slow' : reasonOf(error))
  }
  throw new ImportFailure('unreachable', 'redirects')
}

/** Reason of a failed connection. */
export function reasonOf(error: unknown): ImportReason {
  return Object(error).code === closedAddressCode ? 'closed_address' : 'unreachable'
}

/**
 * Reads an address without its fragment.
 *
 * @throws {ImportFailure} for an address that is not http or https, or has credentials
 */
export function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  const isWeb = url !== null && /^https?:$/u.test(url.protocol)
  if (!isWeb || url.username !== '' || url.password !== '') throw new ImportFailure('closed_address')
  url.hash = ''
  return url
}

/** A request other than a plain GET. */
interface PublicRequest {
  method: string
  headers: Readonly<Record<string, string>>
  body: string
}

/**
 * Opens a connection to an allowed address and sends a request.
 *
 * @throws {ImportFailure} for an address that is not allowed
 */
export function openPublic(
  url: URL,
  {
    isAllowed,
    signal,
    request: { method, headers, body } = { method: 'GET', headers: {}, body: '' },
  }: { isAllowed: (address: string) => boolean; signal: AbortSignal; request?: PublicRequest },
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  // A host that is an address is not looked up.
  if (isIP(host) !== 0 && !isAllowed(host)) throw new ImportFailure('closed_address')
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    send(
      url,
      {
        signal,
        agent: false,
        method,
        headers: {
          'User-Agent': userAgent,
          Accept: '*/*',
          'Accept-Encoding': 'identity',
          ...(body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
        lookup: lookupAllowed(isAllowed),
      },
      resolve,
    )
      .once('error', reject)
      // A server that changes the protocol, or ends the connection otherwise, causes neither a response nor an error.
      .once('close', () => reject(new Error('The connection was closed without a response.')))
      .end(body)
  })
}

async function readBody(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk)
    size += bytes.byteLength
    if (size > most) throw new ImportFailure('too_large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
