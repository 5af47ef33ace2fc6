import { sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'

/**
 * Origins that pictures of a page may come from, besides our own: of `IMAGE_HOSTS` and of the pictures of published
 * products. Those of a client count on the pages of that client's widgets alone, so that no client opens the policy of
 * other pages.
 *
 * @param clientId owner of the widget; none on the pages of the site
 */
export type ImageSources = (clientId?: string | null) => Promise<readonly string[]>

/** A changed catalogue is read after this time, in ms, and serves from the next request on. */
const keptMs = 60_000

/** More would make the header larger than proxies accept (4 KB in nginx by default). */
const maxCatalogueHosts = 50

/** Owners whose origins are kept: the one that was asked for longest ago is dropped first. */
const mostOwners = 1000

/** A host name with an optional port: nothing else may reach the header. */
const hostPattern = /^(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d+)?$/u

/**
 * Reads the origins of the products' pictures, at most once a minute. Pages wait for the first reading alone: later they
 * get the last one while the next is under way, however slow the database is.
 *
 * @param imageHosts further hosts, always part of the result
 */
export function createImageSources(
  db: Db,
  imageHosts: readonly string[],
  now: () => Date = () => new Date(),
): ImageSources {
  const owners = new Map<string, () => Promise<readonly string[]>>()
  return (clientId = null) => {
    const key = clientId ?? ''
    const sources = owners.get(key) ?? sourcesOf(() => catalogueHosts(db, clientId), imageHosts, now)
    owners.delete(key)
    owners.set(key, sources)
    const [oldest] = owners.keys()
    if (owners.size > mostOwners && oldest !== undefined) owners.delete(oldest)
    return sources()
  }
}

function sourcesOf(
  readHosts: () => Promise<string[]>,
  imageHosts: readonly string[],
  now: () => Date,
): () => Promise<readonly string[]> {
  let readAt = 0
  let latest: Promise<readonly string[]> | undefined
  let stored: readonly string[] = []

  async function read(): Promise<readonly string[]> {
    try {
      stored = await readHosts()
    } catch {
      // Without a database the hosts that were read before stay.
    }
    return [...new Set([...imageHosts, ...stored])].map((host) => `https://${host}`)
  }

  return () => {
    const at = now().getTime()
    if (latest === undefined) {
      readAt = at
      latest = read()
    } else if (Math.abs(at - readAt) >= keptMs) {
      readAt = at
      const reading = read()
      void reading.then(() => (latest = reading))
    }
    return latest
  }
}

/** The hosts with the most pictures; those of the client come first, then those of the shared products. */
async function catalogueHosts(db: Db, clientId: string | null): Promise<string[]> {
  const { rows } = await db.execute<{ origin: string }>(sql`
    select substring(image from '^[hH][tT][tT][pP][sS]://[^/?#]+') as origin from products
    where status = 'published' and (client_id is null or client_id = ${clientId}) and image ~* '^https://[^/?#]'
    group by 1 order by count(client_id) desc, count(*) desc, 1 limit ${maxCatalogueHosts}
  `)
  return rows.flatMap(({ origin }) => {
    const host = URL.canParse(origin) ? new URL(origin).host : ''
    return hostPattern.test(host) ? [host] : []
  })
}
