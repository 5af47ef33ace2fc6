import type { CallOptions, Http } from '../http.ts'
import { flag, list, or, shape, text } from '../decode.ts'

/** Public setup of the server. */
export interface Site {
  /** Hosts from which pictures in answers may load. */
  imageHosts: string[]
  /** URL of a demonstration's outbox; null when emails are sent by SMTP. */
  outboxUrl: string | null
  /** Address of the MapLibre style of the dashboards' map; null for the world that the site brings. */
  mapStyleUrl: string | null
  /** True where a person can take over conversations of the site's own chat. */
  handover: boolean
}

const decodeSite = shape<Site>({
  imageHosts: or(list(text), []),
  outboxUrl: or(text, null),
  mapStyleUrl: or(text, null),
  handover: or(flag, false),
})

/** The call about the server itself. */
export interface SiteCalls {
  site: (options?: CallOptions) => Promise<Site>
}

/** The calls of {@link SiteCalls}. */
export function createSiteCalls({ call }: Http): SiteCalls {
  return { site: ({ signal } = {}) => call(decodeSite, { path: '/api/site', signal }) }
}
