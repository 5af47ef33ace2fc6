import type { AuthLink } from '@org/api-client'

/** The fragment of a link, and the path that it leads to. */
export interface FollowedLink extends AuthLink {
  returnTo: string | null
}

// Specification 1, section 9.
const defaultExpirySeconds = 3600

/** Reads the fragment of a link in an email; null when a token is missing (specification 1, section 2). */
export function readAuthLink(fragment: string): FollowedLink | null {
  const values = new URLSearchParams(fragment.replace(/^#/u, ''))
  const accessToken = values.get('access_token')
  const refreshToken = values.get('refresh_token')
  if (!accessToken || !refreshToken) return null
  const seconds = Number(values.get('expires_in'))
  return {
    accessToken,
    refreshToken,
    expiresIn: Number.isInteger(seconds) && seconds > 0 ? seconds : defaultExpirySeconds,
    type: values.get('type') ?? '',
    returnTo: values.get('return_to'),
  }
}
