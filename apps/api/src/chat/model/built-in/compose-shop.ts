import { subjectWords, words } from '../../../knowledge/text/clauses.ts'
import type { AnswerJudgement } from '../answer-judgement.ts'
import type { SearchToolOutput } from '../search-tool.ts'
import { answerTexts } from './answer-texts.ts'
import { stem } from './stems.ts'
import {
  asksAdvice,
  asksDetail,
  asksIfSold,
  chooseProducts,
  type Product,
  productLines,
  rateProducts,
  withPrice,
} from './shop.ts'
import { suggestionsFrom } from './suggestions.ts'
import type { TurnPlan } from './turn-plan.ts'

// A purpose is expressed by few of a message's words; the name of a thing by most.
const leastCoverage = 0.34
const leastScore = 0.75

/**
 * An answer from the catalogue: the products that the message asks for, with price and description.
 *
 * @returns undefined when nothing in the catalogue fits and the message may be about something else
 */
export function composeShop(
  plan: TurnPlan,
  shop: SearchToolOutput,
  knowledge: SearchToolOutput,
): (AnswerJudgement & { text: string }) | undefined {
  const texts = answerTexts(plan.language)
  const answered = (text: string) => ({ text, outcome: 'answered' as const, suggestions: [], sources: [] })
  const listed = shop.products.filter(({ name }) => plan.listed.includes(name))
  if (listed.length > 0) {
    // A follow-up may name another product than the ones shown last.
    const named = namedProduct(
      plan.question,
      shop.products.filter(({ name }) => plan.shown.includes(name)),
    )
    const choice = named === undefined ? withPrice(plan.question, listed) : { products: [named] }
    const shown = choice.byPrice === undefined ? choice : { ...choice, products: [choice.byPrice.product] }
    return answered(productLines(shown))
  }
  const rated = rateProducts(plan.question, shop.products, expansionsOf(knowledge))
  const [best] = rated
  const isSold = best !== undefined && best.score >= leastScore && best.coverage >= leastCoverage
  if (isSold) return answered(productLines(chooseProducts(plan.question, rated)))
  if (!asksIfSold(plan.question) && asksDetail(plan.question)) return undefined
  if (asksAdvice(plan.question) && isAnswered(knowledge)) return undefined
  const suggestions = suggestionsFrom(
    knowledge.covered === true ? knowledge.passages : [],
    texts,
    plan.question,
  )
  return { text: texts.notSold, outcome: 'uncovered', suggestions, sources: [] }
}

/**
 * An answer to a wish: the products that fit, with price and description, or that nothing fits.
 *
 * @returns undefined when the articles are to answer: nothing fits and the shop was not named, or they cover a bare name
 */
export function composeWish(
  { wish, question, language, sides }: TurnPlan,
  { products, wish: found }: SearchToolOutput,
  knowledge: SearchToolOutput,
): (AnswerJudgement & { text: string }) | undefined {
  if (wish === undefined || found === undefined) return undefined
  const isCovered = isAnswered(knowledge)
  const chosen = found.fitting.flatMap((name) => products.find((product) => product.name === name) ?? [])
  const [first] = chosen
  if (first !== undefined) {
    // "Juice or plain water after a run": the shop has one of what is compared, and the articles have both.
    const isCompared = sides.length > chosen.length
    if (wish.level === 'names' && isCovered && (!found.isGoods || isCompared)) return undefined
    const byPrice =
      wish.order === undefined || chosen.length < 2 || language !== 'en'
        ? {}
        : { byPrice: { product: first, order: wish.order } }
    const text = productLines({ products: chosen, ...byPrice })
    return { text, outcome: 'answered', suggestions: [], sources: [] }
  }
  if (wish.level === 'names' || (isCovered && (wish.level === 'wants' || asksAdvice(question))))
    return undefined
  const texts = answerTexts(language)
  const suggestions = suggestionsFrom(isCovered ? knowledge.passages : [], texts, question)
  return { text: texts.notSold, outcome: 'uncovered', suggestions, sources: [] }
}

function isAnswered({ covered, passages }: SearchToolOutput): boolean {
  return covered === true && passages.length > 0
}

/** The product whose name has a word of its own that the question has, too. */
function namedProduct(question: string, products: readonly Product[]): Product | undefined {
  const asked = new Set(subjectWords(question).map(stem))
  const named = products.filter(({ name }) =>
    words(name).some((word) => {
      const part = stem(word)
      return (
        asked.has(part) && products.filter((other) => words(other.name).map(stem).includes(part)).length === 1
      )
    }),
  )
  return named.length === 1 ? named[0] : undefined
}

/** Other words for the words of the question, as the search knows them. */
function expansionsOf({ terms = [] }: SearchToolOutput): Map<string, readonly string[]> {
  return new Map(terms.map(({ asked, alternatives }) => [stem(asked), alternatives]))
}
