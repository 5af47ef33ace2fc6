import { expandReferences } from '../../references.ts'

/** A citation marker as it stands in the text. */
export interface CitationMarker {
  /** The numbers that it refers to, sorted and unique. */
  readonly references: readonly number[]
  /** Text inside the brackets, without repeated numbers. */
  readonly label: string
  /** The position behind its last bracket. */
  readonly end: number
}

const INSIDE_BRACKETS = /\[([^[\]\n]{1,2000})\]/uy
const INSIDE_LENTICULAR = /【(\^?\d[^【】\n]{0,2000})】/uy
const INSIDE_FULL_WIDTH = /［(\^?\d[^［］\n]{0,2000})］/uy
const FIRST = /^\^?\d{1,6}(?:\s*[-\u2010-\u2015\u2212]\s*\^?\d{1,6})?$/u
const WORD = /^[\w.-]{1,24}$/u

/**
 * Reads a citation marker at `at`: `[1]`, `[1-3, 5]`, `[1–3]`, `[^1]`, `【1】`, `［1］`. Words between the
 * numbers are allowed, as models write them, and refer to nothing.
 */
export function readMarker(source: string, at: number): CitationMarker | undefined {
  const pattern = patternAt(source, at)
  if (pattern === undefined) return undefined
  pattern.lastIndex = at
  const inside = pattern.exec(source)?.[1]
  if (inside === undefined) return undefined
  const items = (inside.split('†', 1)[0] ?? '').split(/[,;\u3001\uFF0C]/u)
  const written = new Set(items.map((item) => item.trim().replace(/^\^/u, '')))
  const [first = '', ...rest] = written
  if (!FIRST.test(first) || !rest.every((item) => FIRST.test(item) || WORD.test(item))) return undefined
  const references = expandReferences([...written].join())
  if (references.length === 0) return undefined
  return { references, label: [...written].join(', '), end: pattern.lastIndex }
}

function patternAt(source: string, at: number): RegExp | undefined {
  switch (source.charCodeAt(at)) {
    case 0x5b: {
      const next = source.charCodeAt(at + 1)
      // A digit, `^` or a space: nothing else can begin a marker.
      return (next >= 0x30 && next <= 0x39) || next === 0x5e || next === 0x20 ? INSIDE_BRACKETS : undefined
    }
    case 0x3010:
      return INSIDE_LENTICULAR
    case 0xff3b:
      return INSIDE_FULL_WIDTH
    default:
      return undefined
  }
}
