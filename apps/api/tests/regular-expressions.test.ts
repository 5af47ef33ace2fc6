import { createContext, runInContext } from 'node:vm'
import { check, type VulnerableDiagnostics } from 'recheck'
import { describe, expect, it } from 'vitest'
import { listExpressions, type SourceExpression } from './regular-expressions.ts'

/** The longest text that any request, answer or stored message brings to a regular expression, in UTF-16 units. */
const longestText = 200_000

/** Milliseconds of the processor that an expression may take for a text, linear or not. */
const mostMs = 100

/** Milliseconds from which a measurement tells linear from quadratic time. */
const budgetMs = 25

/**
 * Expressions that only ever see shorter texts: by their pattern, the limit and the place that keeps it. Each is run
 * against the worst text of that length.
 */
const bounded = new Map<string, { length: number; keptBy: string }>([
  [
    String.raw`^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:${'`'}{3,}[^${'`'}]*|~{3,}.*)$`,
    { length: 4096, keptBy: 'holdBackLine of @org/citations' },
  ],
  ...[
    String.raw`\bwhat\b.*\beat\b|\b(?:which|what) foods?\b|\brich in\b|\bsources? of\b`,
    String.raw`\bwhat (?:do|does)\b.*\bdo\b|\bbenefits?\b|\bgood for\b`,
    String.raw`\b(?:do|does|is|are)\b.*\b(?:works?|effective|worth it|worth taking|proven|evidence)\b`,
    String.raw`\b(?:which|what)\b.*\b(?:should|choose|pick|best|recommend\w*|right|look for)\b`,
  ].map((pattern) => [pattern, { length: 2000, keptBy: 'maxQueryCharacters of the search' }] as const),
])

const context = createContext({})

/** Milliseconds of the processor for a match everywhere in the text; the time limit when it takes longer. */
function timeOf({ pattern, flags }: SourceExpression, text: string): number {
  const all = flags.includes('g') ? flags : `${flags}g`
  Object.assign(context, { text, expression: new RegExp(pattern, all) })
  const times = [0, 1, 2].map(() => {
    const before = process.threadCpuUsage()
    try {
      runInContext('text.replaceAll(expression, "")', context, { timeout: 5000 })
    } catch {
      return 5000
    }
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  // The least of three: the first may include compiling.
  return Math.min(...times)
}

/** Texts that make backtracking expressions slow, whatever a checker says: repetitions of what the pattern holds. */
function hostileTexts({ pattern }: SourceExpression, length: number): string[] {
  const literals = pattern.match(/[\p{L}\p{N} <>/[\](){}"'`*_~#|,.:;=&-]+/gu) ?? []
  const pieces = new Set(['a', ' ', '\n', '1', '<', '[', '-', '`', ...literals, literals.join('')])
  return [...pieces]
    .filter((piece) => piece !== '')
    .map((piece) => `${piece.repeat(length / piece.length)}\0`)
}

/** The checker's text, with its repeated parts as long as the limit allows. */
function attackOf({ pumps, suffix }: VulnerableDiagnostics['attack'], length: number): string {
  const share = length / Math.max(1, pumps.length)
  const repeated = pumps.map(
    ({ prefix, pump }) => prefix + pump.repeat(Math.max(0, share - prefix.length) / Math.max(1, pump.length)),
  )
  return (repeated.join('') + suffix).slice(0, length + suffix.length)
}

const expressions = [
  ...new Map(listExpressions().map((found) => [`${found.pattern}/${found.flags}`, found])).values(),
]

describe('every regular expression of the source', () => {
  it('is found', () => {
    expect(expressions.length).toBeGreaterThan(150)
    expect(expressions.filter(({ file }) => file.startsWith('apps/api/src')).length).toBeGreaterThan(50)
  })

  it('takes time linear in its text, or sees only short ones', async () => {
    const slow: string[] = []
    for (const expression of expressions) {
      const { file, pattern, flags } = expression
      const result = await check(pattern, flags, { timeout: 60_000 })
      if (result.status === 'safe') continue
      if (result.status === 'unknown') {
        slow.push(`${file}: /${pattern}/${flags} is not decided: ${result.error.kind}`)
        continue
      }
      // The checker guesses where it has to; the text that it found shows whether it is right.
      const length = bounded.get(pattern)?.length ?? longestText
      const ms = timeOf(expression, attackOf(result.attack, length))
      const halfMs = timeOf(expression, attackOf(result.attack, length / 2))
      // Linear time doubles with the length, and quadratic time quadruples.
      if (ms > mostMs || (ms > budgetMs && ms > halfMs * 3)) {
        slow.push(`${file}: /${pattern}/${flags}, ${result.complexity.summary}, takes ${ms} ms`)
      }
    }
    expect(slow).toEqual([])
    const patterns = new Set(expressions.map(({ pattern }) => pattern))
    expect([...bounded.keys()].filter((pattern) => !patterns.has(pattern))).toEqual([])
  }, 600_000)

  it('ends within its budget on hostile repetitions of what it looks for', () => {
    const slow = expressions.flatMap((expression) => {
      const { file, pattern, flags } = expression
      const length = bounded.get(pattern)?.length ?? longestText
      return hostileTexts(expression, length)
        .map((text) => ({ text, ms: timeOf(expression, text) }))
        .filter(({ ms }) => ms > mostMs)
        .map(
          ({ text, ms }) =>
            `${file}: /${pattern}/${flags} takes ${ms} ms for ${JSON.stringify(text.slice(0, 20))}…`,
        )
    })
    expect(slow).toEqual([])
  }, 600_000)
})
