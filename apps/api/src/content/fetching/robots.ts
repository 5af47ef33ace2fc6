import { ImportFailure } from '../reading/import-failure.ts'
import { type FetchedDocument, fetchPublic, type FetchOptions, userAgent } from './fetch-public.ts'
import { parseRobots } from './robots-file.ts'

/** Rules of the sites of one run. */
export interface RobotsRules {
  /**
   * Reads a document as robots.txt of its site allows, and of the site of each redirect.
   *
   * @throws {ImportFailure} when robots.txt disallows an address or is unreachable, and as {@link fetchPublic} does
   */
  fetch: (address: string) => Promise<FetchedDocument>
}

/** Bytes of robots.txt that are read: RFC 9309 asks for 500 KiB at least. */
const mostBytes = 512 * 1024

/** Reads robots.txt of each site once. A site without one allows everything; an unreachable one nothing (RFC 9309). */
export function createRobotsRules(options: FetchOptions): RobotsRules {
  const sites = new Map<string, Promise<Rules>>()

  async function admit(address: string): Promise<void> {
    const { origin } = new URL(address)
    const rules = sites.get(origin) ?? readRules(origin, options)
    sites.set(origin, rules)
    const isAllowed = await rules
    if (!(await isAllowed(address))) throw new ImportFailure('robots')
  }

  return { fetch: (address) => fetchPublic(address, { ...options, admit }) }
}

type Rules = (address: string) => Promise<boolean>

async function readRules(origin: string, options: FetchOptions): Promise<Rules> {
  const address = `${origin}/robots.txt`
  const { status, bytes } = await fetchPublic(address, { ...options, bytes: mostBytes })
  if (status >= 500) return () => Promise.resolve(false)
  if (status !== 200) return () => Promise.resolve(true)
  return parseRobots(bytes.toString(), userAgent)
}
