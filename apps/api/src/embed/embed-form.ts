import type { AppContext } from '../platform/app-env.ts'
import { HttpError } from '../platform/http-error.ts'
import { readBytes } from '../platform/read-json.ts'

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

/** Returns whether the caller accepts JSON instead of a redirect. */
export function acceptsJson(c: AppContext): boolean {
  return (c.req.header('accept') ?? '').toLowerCase().includes('application/json')
}

/**
 * Returns the redirect of a form: only `/embed` or a widget's own page on this site, regardless of the request.
 *
 * @param cfg the widget's id, whose page is the fallback
 */
export function safeRedirect(redirect: string | undefined, cfg: string): string {
  const fallback = cfg === '' ? '/embed' : `/embed/${encodeURIComponent(cfg)}`
  return redirect !== undefined && /^\/embed(?:\/[\w-]{1,200})?$/u.test(redirect) ? redirect : fallback
}
