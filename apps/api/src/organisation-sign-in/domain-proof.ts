import { randomBytes } from 'node:crypto'
import { Resolver } from 'node:dns/promises'

/** Looks the TXT records of a name up; each is a list of its strings. */
export type ResolveTxt = (name: string) => Promise<string[][]>

/** Name of the TXT record that proves a claim of a domain. */
export function recordName(domain: string): string {
  return `_organisation-sign-in.${domain}`
}

/** Value of the TXT record that proves a claim. */
export function recordValue(challenge: string): string {
  return `organisation-sign-in-verification=${challenge}`
}

/** 160 random bits: the value of one claim proves no other one. */
export function newChallenge(): string {
  return randomBytes(20).toString('hex')
}

/** Resolves by name servers, without a thread of the process. */
export function createResolveTxt(servers?: readonly string[]): ResolveTxt {
  return (name) => {
    const resolver = new Resolver({ timeout: 2000, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    return resolver.resolveTxt(name)
  }
}

/** Returns whether a domain has the TXT record of a claim. A name server that does not answer counts as no record. */
export async function hasRecord(
  resolveTxt: ResolveTxt,
  { domain, challenge }: { domain: string; challenge: string },
): Promise<boolean> {
  try {
    const records = await resolveTxt(recordName(domain))
    return records.some((strings) => strings.join('') === recordValue(challenge))
  } catch {
    return false
  }
}
