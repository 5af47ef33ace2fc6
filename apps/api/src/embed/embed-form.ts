import type { AppContext } from '../platform/app-env.ts'
import { HttpError } from '../platform/http-error.ts'

// Two fields and an address: more is no form of ours.
const maxBytes = 16_384

/**
 * The fields of a form-encoded body; of several with one name the last.
 *
 * @throws {HttpError} 413 for a body beyond 16 KiB, 415 for another content type
 */
export async function readForm(c: AppContext): Promise<Record<string, string>> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') {
    throw new HttpError('unsupported_media_type', 'Send the body as application/x-www-form-urlencoded.')
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.length
    if (size > maxBytes)
      throw new HttpError('too_large', 'The body is larger than {0} bytes.', { values: [maxBytes] })
    chunks.push(chunk)
  }
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
}

/** Whether the caller would rather have JSON than be sent to a page. */
export function acceptsJson(c: AppContext): boolean {
  return (c.req.header('accept') ?? '').toLowerCase().includes('application/json')
}

/**
 * Where a form leads once it worked: only to `/embed` or a widget's own page on this site, whatever it asked for.
 *
 * @param cfg the widget's id, whose page is the fallback
 */
export function safeRedirect(redirect: string | undefined, cfg: string): string {
  const fallback = cfg === '' ? '/embed' : `/embed/${encodeURIComponent(cfg)}`
  return redirect !== undefined && /^\/embed(?:\/[\w-]{1,200})?$/u.test(redirect) ? redirect : fallback
}
