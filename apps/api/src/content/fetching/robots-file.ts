import { pauseWhenDue } from '../../platform/process/pause-when-due.ts'

/** A rule: texts between its wildcards, the first of which begins the path. */
interface Rule {
  isAllowed: boolean
  /** Characters of the pattern: the longest pattern that fits decides (RFC 9309, section 2.2.2). */
  length: number
  parts: readonly string[]
  /** True when nothing may follow the last part. */
  isWhole: boolean
}

/** Rules between two pauses, and lines: each takes microseconds. */
const stepsAtOnce = 100

/**
 * Reads robots.txt (RFC 9309). Reading and matching take time that is linear in the rules and yield to the event loop,
 * because the text comes from any site.
 *
 * @param agent name that groups of rules may name, without a version
 * @returns a function that decides whether an address may be read
 */
export async function parseRobots(
  text: string,
  agent: string,
): Promise<(address: string) => Promise<boolean>> {
  const { own, common } = await readGroups(text, agent.toLowerCase())
  const rules = own ?? common
  return async (address) => {
    const { pathname, search } = new URL(address)
    if (pathname === '/robots.txt') return true
    const path = normalized(pathname + search)
    let best: Rule | undefined
    for (const [index, rule] of rules.entries()) {
      if (index % stepsAtOnce === 0) await pauseWhenDue()
      const isBetter =
        best === undefined || rule.length > best.length || (rule.length === best.length && rule.isAllowed)
      if (isBetter && fits(rule, path)) best = rule
    }
    return best?.isAllowed ?? true
  }
}

/** Rules of the groups that name the agent, undefined without one, and of those for everybody. */
async function readGroups(text: string, agent: string): Promise<{ own: Rule[] | undefined; common: Rule[] }> {
  let own: Rule[] | undefined
  const common: Rule[] = []
  let isOwn = false
  let isCommon = false
  let isNaming = false
  for (const [index, line] of text.split(/\r\n|\r|\n/u).entries()) {
    if (index % stepsAtOnce === 0) await pauseWhenDue()
    const [field, value] = splitLine(line)
    if (field === 'user-agent') {
      if (!isNaming) isOwn = isCommon = false
      isNaming = true
      const name = value.split('/', 1)[0]?.trim().toLowerCase()
      isOwn ||= name === agent
      isCommon ||= name === '*'
      if (isOwn) own ??= []
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false
      if (value === '') continue
      const rule = toRule(value, field === 'allow')
      if (isOwn) own?.push(rule)
      if (isCommon) common.push(rule)
    }
  }
  return { own, common }
}

/** Field in lower case and value of a line, without its comment; empty for another line. */
function splitLine(line: string): [field: string, value: string] {
  const hash = line.indexOf('#')
  const content = hash === -1 ? line : line.slice(0, hash)
  const colon = content.indexOf(':')
  if (colon === -1) return ['', '']
  // `trim` removes a byte order mark as well.
  return [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()]
}

function toRule(pattern: string, isAllowed: boolean): Rule {
  const isEnding = pattern.endsWith('$')
  const [first = '', ...rest] = normalized(isEnding ? pattern.slice(0, -1) : pattern).split('*')
  const endsWithAny = rest.at(-1) === ''
  // Wildcards in a row are one.
  const parts = [first, ...rest.filter((part) => part !== '')]
  return { isAllowed, length: pattern.length, parts, isWhole: isEnding && !endsWithAny }
}

/** Returns whether a rule fits a path: each part is taken where it first occurs. */
function fits({ parts: [first = '', ...rest], isWhole }: Rule, path: string): boolean {
  if (!path.startsWith(first)) return false
  const last = isWhole ? rest.pop() : undefined
  if (isWhole && last === undefined) return path === first
  let at = first.length
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return last === undefined || (path.endsWith(last) && path.length - last.length >= at)
}

/** A path or pattern whose characters are encoded alike. */
function normalized(path: string): string {
  return encodeURI(path.toWellFormed())
    .replaceAll('%25', '%')
    .replaceAll(/%[\da-f]{2}/giu, (code) => code.toUpperCase())
}
