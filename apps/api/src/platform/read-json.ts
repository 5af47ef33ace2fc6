import type { AppContext } from './app-env.ts'
import { HttpError } from './http-error.ts'

/** The largest body of a call that names no limit of its own. */
const defaultMaxBytes = 1024 * 1024

/** Deeper than any body of ours, and shallow enough for whatever walks the value. */
const maxDepth = 64

/**
 * The body as JSON; an empty one is an empty object. Reading stops at the limit, whatever length was announced.
 *
 * @throws {HttpError} 415 for another content type, 413 beyond `maxBytes`, 400 for what is not JSON
 */
export async function readJson(c: AppContext, maxBytes = defaultMaxBytes): Promise<unknown> {
  const bytes = await readBytes(c, maxBytes)
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (bytes.length === 0 && (type === undefined || type === 'application/json')) return {}
  if (type !== 'application/json') {
    throw new HttpError('unsupported_media_type', 'Send the body as application/json.')
  }
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError('malformed', 'The body is not valid JSON.')
  }
  if (isDeeperThan(value, maxDepth)) throw new HttpError('malformed', 'The body is nested too deeply.')
  return value
}

/**
 * The body as it is. Reading stops at the limit, whatever length was announced.
 *
 * @throws {HttpError} 413 beyond `maxBytes`, 400 when it breaks off
 */
export async function readBytes(c: AppContext, maxBytes = defaultMaxBytes): Promise<Uint8Array> {
  const tooLarge = new HttpError('too_large', `The body is larger than ${maxBytes} bytes.`)
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge
  const stream = c.req.raw.body
  if (stream === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge
      chunks.push(chunk)
    }
  } catch (error) {
    if (error === tooLarge) throw error
    // Whoever sent it is gone; nobody reads this, but the log must not speak of a failure of ours.
    throw new HttpError('malformed', 'The body ended too early.')
  }
  return Buffer.concat(chunks)
}

function isDeeperThan(value: unknown, depth: number): boolean {
  let level: unknown[] = [value]
  for (let reached = 0; level.length > 0; reached += 1) {
    if (reached > depth) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}
