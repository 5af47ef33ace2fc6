import { subjectWords } from '../../../knowledge/text/clauses.ts'
import type { SearchToolOutput } from '../search-tool.ts'
import { answerTexts } from './answer-texts.ts'
import { type ComposedAnswer, composeReply } from './compose-answer.ts'
import { composeShop, composeWish } from './compose-shop.ts'
import { asksDetail, asksService, namesDefiniteProduct, namesOwnProduct, productNames } from './shop.ts'
import { related, stems } from './stems.ts'
import type { TurnPlan } from './turn-plan.ts'

/**
 * Composes the answer of a turn from the results of its searches.
 *
 * @param results in the order of the plan's searches; results of tools that were not offered are missing at the end
 * @param said the earlier answers, when the person asks for more
 */
export function composeTurn(
  read: TurnPlan,
  results: readonly SearchToolOutput[],
  said: string,
): ComposedAnswer {
  const shop = merge(resultsOf(read, results, 'products'))
  const { plan, knowledge } = withReading(
    read,
    resultsOf(read, results, 'knowledge'),
    resultsOf(read, results, 'other'),
  )
  const found = merge(knowledge)
  if (plan.isService) return composeService(plan, found)
  // Whoever wrote an article with this very question as its title has decided what answers it.
  const isTitled = isCovered(found) && found.passages.some((passage) => isTitledAs(passage, plan.question))
  const sold = isTitled ? undefined : composeSold(plan, shop, found)
  if (sold !== undefined) return sold
  const sides = plan.sides.flatMap(({ name, question }, index) => {
    const own = knowledge[index]
    return own === undefined ? [] : [{ name, question, found: own }]
  })
  return composeReply(plan.question, found, { said, language: plan.language, sides })
}

/** An answer from what the shop sells; undefined where the articles are to answer. */
function composeSold(
  plan: TurnPlan,
  shop: SearchToolOutput,
  found: SearchToolOutput,
): ComposedAnswer | undefined {
  const wished = plan.wish === undefined ? undefined : composeWish(plan, shop, found)
  if (wished !== undefined) return withBesides(plan, wished, found)
  // Without a search of the shop, where products are withheld, nothing is known of what it sells.
  const isUnsearched = plan.wish !== undefined && shop.wish === undefined
  const mayBeSold = plan.isShop || plan.searches.some(({ kind }) => kind === 'products')
  if (mayBeSold && shop.products.length + found.products.length > 0) {
    const answer = composeShop(plan, shop, found)
    if (answer !== undefined && (plan.isShop || isBetterSold(plan, answer, found))) return answer
  } else if (plan.isShop && !isUnsearched) {
    return composeShop(plan, shop, found)
  }
  return undefined
}

/**
 * An answer about orders, shipping and the like: from content that has all words of the question, and is about orders itself
 * where that is one word alone; else from none.
 */
function composeService({ question, language }: TurnPlan, found: SearchToolOutput): ComposedAnswer {
  const asked = [...stems(subjectWords(question).join(' '))]
  const isAbout = ({ title, section, text }: Passage) => {
    const heading = [...stems(`${title} ${section}`)]
    const all = [...heading, ...stems(text)]
    const isIn = (own: readonly string[]) => (word: string) => own.some((other) => related(word, other))
    const isService = asked.length > 1 || asksService(`${title} ${section} ${text}`)
    return isService && asked.every(isIn(all)) && asked.some(isIn(heading))
  }
  const passages = found.passages.filter((passage) => isTitledAs(passage, question) || isAbout(passage))
  if (found.covered === false || passages.length === 0) {
    return { text: answerTexts(language).service, outcome: 'uncovered', suggestions: [], sources: [] }
  }
  return composeReply(question, { ...found, passages, products: [] }, { language })
}

/** Returns whether an article or a section has the question itself as its title. */
function isTitledAs({ title, section }: Passage, question: string): boolean {
  const asked = [...stems(question)].toSorted().join(' ')
  return [title, section].some(
    (heading) => heading.endsWith('?') && [...stems(heading)].toSorted().join(' ') === asked,
  )
}

type Passage = SearchToolOutput['passages'][number]

/** Puts the answer to the questions beside a wish before what the shop has, where the content covers them. */
function withBesides(
  { besides, language }: TurnPlan,
  wished: ComposedAnswer,
  found: SearchToolOutput,
): ComposedAnswer {
  if (besides === undefined || !isCovered(found)) return wished
  const reply = composeReply(besides, { ...found, products: [] }, { language })
  if (reply.outcome !== 'answered' && reply.outcome !== 'partial') return wished
  const outcome = wished.outcome === 'answered' ? reply.outcome : 'partial'
  return { ...reply, text: `${reply.text}\n\n${wished.text}`, outcome }
}

/** Takes the other reading of a message where the content covers it, and not the first one. */
function withReading(
  plan: TurnPlan,
  knowledge: readonly SearchToolOutput[],
  other: readonly SearchToolOutput[],
): { plan: TurnPlan; knowledge: readonly SearchToolOutput[] } {
  const isOther = isCovered(merge(other)) && !isCovered(merge(knowledge))
  if (!isOther || plan.otherQuestion === undefined) return { plan, knowledge }
  return { plan: { ...plan, question: plan.otherQuestion, sides: [] }, knowledge: other }
}

function isCovered({ covered = true, passages }: SearchToolOutput): boolean {
  return covered && passages.length > 0
}

/** Returns whether a question that names no shop is answered by the catalogue rather than by the articles. */
function isBetterSold(
  plan: TurnPlan,
  { outcome, text }: ComposedAnswer,
  { covered, passages }: SearchToolOutput,
): boolean {
  if (outcome !== 'answered') return false
  const names = productNames(text)
  return (
    covered !== true ||
    plan.listed.length > 0 ||
    namesOwnProduct(plan.question, names) ||
    (asksDetail(plan.question) && namesDefiniteProduct(plan.question, names, passages))
  )
}

function resultsOf(
  { searches }: TurnPlan,
  results: readonly SearchToolOutput[],
  kind: 'knowledge' | 'products' | 'other',
): SearchToolOutput[] {
  // A model that was given other tools has called the search alone.
  const planned =
    searches.length === results.length ? searches : searches.filter((search) => search.kind === 'knowledge')
  return results.filter((_, index) => kindOf(planned[index]) === kind)
}

function kindOf(search: TurnPlan['searches'][number] | undefined): 'knowledge' | 'products' | 'other' {
  return search?.isOther === true ? 'other' : (search?.kind ?? 'knowledge')
}

/** The results of several searches as one: passages and products once, covered when one of them is. */
function merge(results: readonly SearchToolOutput[]): SearchToolOutput {
  const [first = { passages: [], products: [] }, ...others] = results
  if (others.length === 0) return first
  const passages = new Map(
    results.flatMap((result) => result.passages.map((passage) => [passage.citation, passage])),
  )
  const products = new Map(
    results.flatMap((result) => result.products.map((product) => [product.name, product])),
  )
  const terms = new Map(results.flatMap(({ terms: own = [] }) => own.map((term) => [term.asked, term])))
  return {
    ...first,
    passages: [...passages.values()],
    products: [...products.values()],
    covered: results.some(isCovered),
    terms: [...terms.values()],
  }
}
