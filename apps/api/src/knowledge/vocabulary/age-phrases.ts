import type { VocabularyMatch } from './vocabulary.ts'

const numerals =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const before: ReadonlySet<string> = new Set([
  'is',
  'aged',
  'age',
  'am',
  'im',
  'of',
  'turned',
  'turning',
  'hes',
  'shes',
  'are',
])
const years: ReadonlySet<string> = new Set(['year', 'years', 'yr', 'yrs', 'yo', 'jahre', 'anos', 'ans'])
const months: ReadonlySet<string> = new Set(['month', 'months', 'week', 'weeks'])

/** Age groups as sources name them, by the first age in years that no longer belongs to the group. */
const groups: readonly (readonly [number, readonly string[]])[] = [
  [1, ['infants', 'babies']],
  [4, ['toddlers', 'young children', 'children']],
  [13, ['children']],
  [18, ['teenagers', 'teens', 'adolescents', 'children']],
  [60, ['adults']],
  [130, ['older adults', 'adults']],
]

/**
 * Finds ages in the folded words of a question ("75 yr old", "my daughter is 13", "a man of 65") and gives the age
 * group as their meaning.
 */
export function agePhrases(words: readonly string[]): VocabularyMatch[] {
  const found: VocabularyMatch[] = []
  for (let start = 0; start < words.length; start++) {
    const number = numberAt(words, start)
    if (number === undefined) continue
    const next = words[start + number.length] ?? ''
    const hasOld = words[start + number.length + 1] === 'old'
    const isAge = years.has(next) ? hasOld || before.has(words[start - 1] ?? '') || next === 'yo' : false
    const isMonths = months.has(next) && hasOld
    const isBare =
      before.has(words[start - 1] ?? '') && start + number.length === words.length && number.value > 1
    if (!isAge && !isMonths && !isBare) continue
    const age = isMonths ? 0 : number.value
    const names = groups.find(([until]) => age < until)?.[1] ?? []
    const length = number.length + (isBare ? 0 : hasOld ? 2 : 1)
    const meanings = names.map((text, index) => ({ text, factor: index === 0 ? 0.8 : 0.6 }))
    found.push({ start, length, meanings, isTopic: false })
    start += length - 1
  }
  return found
}

function numberAt(words: readonly string[], index: number): { value: number; length: number } | undefined {
  const word = words[index] ?? ''
  if (/^\d{1,3}$/u.test(word)) return { value: Number(word), length: 1 }
  const ten = tens.indexOf(word)
  if (ten > 1) {
    const unit = numerals.indexOf(words[index + 1] ?? '')
    return unit > 0 && unit < 10 ? { value: ten * 10 + unit, length: 2 } : { value: ten * 10, length: 1 }
  }
  const small = numerals.indexOf(word)
  return small < 0 ? undefined : { value: small, length: 1 }
}
