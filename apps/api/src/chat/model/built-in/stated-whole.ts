import type { SearchToolOutput } from '../search-tool.ts'
import { isOnVulnerable, populationAsked } from './population.ts'
import { asksFigure, figure } from './question-kind.ts'
import { passageSentences } from './sentence-score.ts'
import { related, stems } from './stems.ts'
import { topicsOf } from './topics.ts'

type Term = NonNullable<SearchToolOutput['terms']>[number]

/**
 * Returns whether one sentence of the best passage speaks of everything that was asked, and begins with a topic of the
 * question: "Zinc can upset the stomach" answers "does zinc make you queasy", whatever the passage is headed. A sentence that
 * only ends with the topic ("… can be a sign of asthma") is about something else.
 */
export function isStatedWhole(question: string, { passages, terms = [] }: SearchToolOutput): boolean {
  const [passage] = passages
  const topics = topicsOf(question).map((topic) => stems(topic))
  const asked = terms.filter((term) => !isPartOf(term, terms))
  if (passage === undefined || topics.length === 0 || asked.length === 0) return false
  if (terms.some(({ known }) => !known)) return false
  const people = populationAsked(question)
  const wantsFigure = asksFigure.test(question)
  return passageSentences(passage).some((sentence) => {
    const begins = openingOf(sentence.text)
    return (
      asked.every((term) => expresses(sentence.stems, term)) &&
      asked.some((term) => isTopic(term, topics) && expresses(begins, term)) &&
      (!wantsFigure || figure.test(sentence.text) || isOnVulnerable(people, sentence.population)) &&
      (!asksDefinition.test(question) || defines.test(sentence.text))
    )
  })
}

const asksDefinition = /\bwhat(?:['’]s| is| are)\b/iu
const defines = /^(?:[^\s,;]+\s+){1,5}(?:is|are|means?)\b/iu

/** Words that only introduce the people of a sentence: "people who are pregnant". */
const people =
  /^(?:all |most |some )?(?:people|persons?|adults?|women|men|those|anyone|everyone)\s+(?:who\s+(?:are|have|take|use)|with|taking|using|on)\s+/iu
const openingWords = 3

/** The stems of the first words of a sentence: its subject. */
function openingOf(sentence: string): ReadonlySet<string> {
  return stems(sentence.replace(people, '').split(/\s+/u).slice(0, openingWords).join(' '))
}

/** Returns whether a term is a word of a longer one, which stands for it. */
function isPartOf({ asked }: Term, terms: readonly Term[]): boolean {
  return terms.some((other) => other.asked.length > asked.length && other.asked.split(' ').includes(asked))
}

function isTopic({ asked }: Term, topics: readonly ReadonlySet<string>[]): boolean {
  const parts = stems(asked)
  return topics.some((topic) => [...topic].every((part) => parts.has(part)))
}

function expresses(held: ReadonlySet<string>, { asked, alternatives }: Term): boolean {
  return [asked, ...alternatives].some((name) => {
    const parts = stems(name)
    return parts.size > 0 && [...parts].every((part) => holds(held, part))
  })
}

function holds(held: ReadonlySet<string>, part: string): boolean {
  return held.has(part) || [...held].some((other) => related(other, part))
}
