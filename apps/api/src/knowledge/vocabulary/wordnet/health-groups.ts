import { commonWords } from '../../text/common-words.ts'
import { stopWords } from '../../text/language.ts'
import type { Synset, WordNet } from './wordnet.ts'

/** Meanings whose kinds are conditions, symptoms, injuries, medicines or vitamins, each by all names of its synset. */
const wanted: readonly string[] = [
  'ill health; unhealthiness; health problem',
  'symptom',
  'injury; hurt; harm; trauma',
  'disorder; upset',
  'disease',
  'mental disorder; mental disturbance; disturbance; psychological disorder; folie',
  'pathology',
  'pathological state',
  'allergy; allergic reaction',
  'pain; hurting',
  'medicine; medication; medicament; medicinal drug',
  'drug',
  'vitamin',
]

/** Meanings whose kinds are left out: other species, and drugs of the street with names such as "nose drops". */
const unwanted: readonly string[] = [
  'animal disease',
  'plant disease',
  'drug of abuse; street drug',
  'controlled substance',
  'alcohol; alcoholic drink; alcoholic beverage; intoxicant; inebriant',
]

// A meaning with more kinds is a category ("skin disease"), and a search for one of them must not find the others.
const mostKinds = 12

const nameShape = /^[a-z][a-z' -]{2,40}$/u

/**
 * The names of conditions, symptoms, injuries, medicines and vitamins that WordNet lists as interchangeable, in lower case,
 * sorted. A group has at least two names.
 */
export function healthGroups(wordNet: WordNet): string[][] {
  const kinds = kindsOf(wordNet.synsets)
  const leftOut = under(unwanted, wordNet, kinds)
  const groups: string[][] = []
  for (const offset of under(wanted, wordNet, kinds)) {
    if (leftOut.has(offset) || closure([offset], kinds).size > mostKinds) continue
    const names = (wordNet.synsets.get(offset)?.names ?? []).filter((name) => isClear(name, offset, wordNet))
    const lower = [...new Set(names.map((name) => name.toLowerCase()))]
    if (lower.length > 1) groups.push(lower)
  }
  return groups.toSorted((left, right) => (left.join() < right.join() ? -1 : 1))
}

/** The offsets of each meaning's direct kinds. */
function kindsOf(synsets: ReadonlyMap<string, Synset>): Map<string, string[]> {
  const kinds = new Map<string, string[]>()
  for (const [offset, { kindOf }] of synsets) {
    for (const parent of kindOf) {
      const known = kinds.get(parent)
      if (known === undefined) kinds.set(parent, [offset])
      else known.push(offset)
    }
  }
  return kinds
}

function under(roots: readonly string[], { synsets }: WordNet, kinds: ReadonlyMap<string, string[]>) {
  const names = new Set(roots)
  return closure(
    [...synsets].filter(([, synset]) => names.has(synset.names.join('; '))).map(([offset]) => offset),
    kinds,
  )
}

/** The offsets and everything that is a kind of one of them. */
function closure(offsets: readonly string[], kinds: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>()
  const open = [...offsets]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue
    found.add(next)
    open.push(...(kinds.get(next) ?? []))
  }
  return found
}

/** True for a name that means this and seldom anything else. */
function isClear(name: string, offset: string, { senses }: WordNet): boolean {
  const word = name.toLowerCase()
  if (!nameShape.test(word) || word.startsWith('the ')) return false
  if (word.includes(' ')) return true
  const isShortAbbreviation = name === name.toUpperCase() && name.length < 4
  const isPlural = word.endsWith('s') && senses.has(word.slice(0, -1))
  if (isShortAbbreviation || isPlural || commonWords().has(word) || stopWords.get('en')?.has(word) === true) {
    return false
  }
  const all = senses.get(word) ?? []
  const own = all.find((sense) => sense.isNoun && sense.offset === offset)
  const tagged = all.reduce((sum, sense) => sum + sense.tagged, 0)
  return own !== undefined && (all.length === 1 || (own.place === 1 && own.tagged * 2 > tagged))
}
