import type { CallOptions, Http } from './http.ts'
import { list, or, shape, text } from './decode.ts'

/** How the server is set up, as far as every page may know. */
export interface Site {
  /** Hosts from which pictures in answers may load. */
  imageHosts: string[]
  /** Where the e-mails of a demonstration can be read; null where they are really sent. */
  outboxUrl: string | null
}

const decodeSite = shape<Site>({ imageHosts: or(list(text), []), outboxUrl: or(text, null) })

/** The call about the server itself. */
export interface SiteCalls {
  site: (options?: CallOptions) => Promise<Site>
}

/** The calls of {@link SiteCalls}. */
export function createSiteCalls({ call }: Http): SiteCalls {
  return { site: ({ signal } = {}) => call(decodeSite, { path: '/api/site', signal }) }
}
