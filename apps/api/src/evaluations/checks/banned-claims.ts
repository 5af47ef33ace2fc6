import { splitSentences } from '../../chat/model/sentences.ts'
import { fold } from '../../knowledge/translation/question-language.ts'
import data from '../data/claims.json' with { type: 'json' }
import { plainText } from '../../chat/model/plain-answer.ts'

/** Words before a claim among which a negation takes it back: "does not reliably cure". */
const negationReach = 5

interface Claims {
  claims: readonly { claim: string; words: readonly string[] }[]
  negations: ReadonlySet<string>
}

const negationsOf = new Map(Object.entries(data.negations))
const byLanguage = new Map<string, Claims>(
  Object.entries(data.claims).map(([language, claims]) => [
    language,
    {
      claims: claims.map((claim) => ({ claim, words: wordsOf(claim) })),
      negations: new Set((negationsOf.get(language) ?? []).flatMap((word) => wordsOf(word))),
    },
  ]),
)

/**
 * Finds the banned claims of `data/claims.json` in an answer, each once. A question that is repeated ("Can it cure a
 * cold?") and a negated claim are none.
 *
 * @param language ISO 639-1 code; English claims are found in every language
 */
export function bannedClaims(text: string, language: string): string[] {
  const lists = [...new Set([language, 'en'])].flatMap((code) => byLanguage.get(code) ?? [])
  const found = new Set<string>()
  for (const sentence of splitSentences(plainText(text), language)) {
    if (/[?؟]$/u.test(sentence)) continue
    const words = wordsOf(sentence)
    for (const { claims, negations } of lists) {
      for (const claim of claims) if (isClaimed(words, claim.words, negations)) found.add(claim.claim)
    }
  }
  return [...found]
}

function isClaimed(
  words: readonly string[],
  claim: readonly string[],
  negations: ReadonlySet<string>,
): boolean {
  return words.some(
    (_word, at) =>
      claim.every((part, index) => words[at + index] === part) &&
      !words.slice(Math.max(0, at - negationReach), at).some((word) => negations.has(word)),
  )
}

function wordsOf(text: string): string[] {
  return fold(text.replaceAll(/['’]/gu, '')).match(/[\p{L}\p{N}%]+/gu) ?? []
}
