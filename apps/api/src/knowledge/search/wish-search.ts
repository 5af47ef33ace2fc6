import type { Db } from '../../db/database.ts'
import { pauseWhenDue } from '../../platform/process/pause-when-due.ts'
import { withIndex } from '../index/current-index.ts'
import { TermLookup } from '../index/term-lookup.ts'
import { foldWord, splitWords } from '../text/words.ts'
import { contentWords, foldText } from '../text/text-analysis.ts'
import { stopWords } from '../text/language.ts'
import { brandVocabulary, goodsVocabulary } from '../vocabulary/brand-vocabulary.ts'
import { findCandidates } from './candidates.ts'
import { analyseProduct, type AnalysedProduct, stemsOf } from './product-fields.ts'
import { type QuestionTerm, readQuestion } from './question.ts'
import type { Wish, WishedThing } from './wish.ts'
import { isOfKind, type ProductRow, readWishable } from './wishable-products.ts'

/** A product that fits a wish. */
export interface FittingProduct {
  row: ProductRow
  score: number
}

/** The terms of one thing that is wished for. */
interface ReadThing {
  /** The word or phrase that names the thing; undefined when any thing will do. */
  head?: (QuestionTerm & { isUse: boolean })[]
  /** Words beside it: each must be said of the product. */
  modifiers: QuestionTerm[][]
  purposes: QuestionTerm[]
  /** True when a word of the name is in no product. */
  isUnknown: boolean
}

/** Products of a shop that match a wish. */
export interface WishResult {
  /** Best first, or by price where the wish asks for it. */
  fitting: FittingProduct[]
  /** True when the wish names a thing with its properties, and neither a remedy nor a condition. */
  isGoods: boolean
}

/** Finds the products that a wish asks for; sold-out products are left out. */
export async function findWished(db: Db, wish: Wish, clientId: string | undefined): Promise<WishResult> {
  const health = await brandVocabulary(db, clientId)
  const goods = await goodsVocabulary(db, clientId)
  const read = await withIndex(db, async (index) => {
    const lookup = new TermLookup(index, { kind: 'product', clientId })
    const things: { thing: ReadThing; pks: string[] }[] = []
    for (const { thing, purpose } of wish.things) {
      const own = joinWords(thing, lookup)
      const inGoods = own === '' ? [] : await readQuestion(own, { lookup, vocabulary: goods })
      const inHealth = own === '' ? [] : await readQuestion(own, { lookup, vocabulary: health })
      const uses = joinWords(`${purpose}. ${wish.context}`, lookup)
      const purposes = [
        ...(await readQuestion(uses, { lookup, vocabulary: goods })),
        ...(await readQuestion(uses, { lookup, vocabulary: health })),
      ]
      const isUse = (word: string) =>
        goods.match([word]).length === 0 && health.match([word]).some(({ isTopic }) => !isTopic)
      const parsed = readThing(own, inGoods, inHealth, purposes, isUse)
      const without = await readQuestion(wish.without.join(' '), { lookup, vocabulary: goods })
      const terms = [...inGoods, ...inHealth, ...purposes, ...(own === '' ? without : [])]
      const candidates = parsed.isUnknown ? [] : await findCandidates(index, terms)
      things.push({ thing: parsed, pks: candidates.map(({ ref }) => ref) })
    }
    return things
  })
  const conditions = wish.without.map((word) => conditionOf(word, goods.match([foldWord(word)])))
  const found = new Map<string, FittingProduct>()
  for (const [at, { thing, pks }] of read.entries()) {
    const isOpen = thing.head === undefined && thing.purposes.length === 0 && !thing.isUnknown
    const { kind, purpose = '' } = wish.things[at] ?? {}
    // "What do you sell?", "the cheapest supplement": the whole shop, or one of its topics.
    const isLimited = wish.order !== undefined || wish.most !== undefined || wish.least !== undefined
    const isAny = isOpen && purpose === '' && (wish.level === 'asks' || isLimited)
    if (pks.length === 0 && !isAny) continue
    const rows = await readWishable(db, clientId, {
      ...wish,
      kind,
      pks: isOpen && pks.length === 0 ? undefined : pks,
    })
    const fitting: FittingProduct[] = []
    for (const row of rows) {
      await pauseWhenDue()
      if (!isOfKind(row, kind)) continue
      const score = scoreOf(analyseProduct(row), thing, conditions)
      if (score !== undefined) fitting.push({ row, score })
    }
    const best = Math.max(0, ...fitting.map(({ score }) => score))
    for (const each of fitting) {
      const known = found.get(each.row.pk)?.score ?? -1
      if (each.score >= best * leastShareOfBest && each.score > known) found.set(each.row.pk, each)
    }
  }
  const direction = wish.order === 'highest' ? -1 : 1
  const fitting = [...found.values()].toSorted((left, right) =>
    wish.order === undefined
      ? right.score - left.score || left.row.unitAmount - right.row.unitAmount
      : direction * (left.row.unitAmount - right.row.unitAmount),
  )
  return {
    fitting: wish.isExtreme ? fitting.slice(0, 1) : fitting,
    isGoods: read.every(({ thing }, at) => namesGoods(thing, wish, wish.things[at])),
  }
}

function namesGoods({ head, purposes }: ReadThing, { without }: Wish, wished?: WishedThing): boolean {
  if (head === undefined || wished === undefined) return false
  // Only goods are asked to be free of something.
  if (without.length > 0) return true
  const isDescribed = /\s/u.test(wished.thing) || wished.purpose !== ''
  return isDescribed && ![...head, ...purposes].some(({ isTopic }) => isTopic)
}

// A product far below the best one has less of what is wished for.
const leastShareOfBest = 0.7
// Share of a purpose's weight that a product must have when any thing will do.
const leastCoverage = 0.34

/**
 * Words that a shop writes as one: "kettle bell", "non slip", "omega3". Words are joined or split when the content has the
 * other form alone.
 */
function joinWords(text: string, lookup: TermLookup): string {
  const words = splitWords(text.replaceAll(/(\p{L}{3,40})(\d+)\b/gu, '$1 $2'))
  const joined: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const next = words[at + 1] ?? ''
    if (next.length > 1 && /^\p{L}+$/u.test(word + next) && word.length > 1 && lookup.has(word + next)) {
      joined.push(word + next)
      at += 1
    } else joined.push(word)
  }
  return joined.join(' ')
}

// The form of a remedy: "zinc tablets" and "zinc lozenges" name the same thing in other forms.
const forms: ReadonlySet<string> = new Set(
  'pill pills tablet tablets capsule capsules caplets softgel softgels gummy gummies lozenge lozenges drops powder powders liquid sachet sachets supplement supplements mix kit set pack packs bag bags box product products thing stuff'
    .split(' ')
    .flatMap((word) => stemsOf(word)),
)

const isForm = (asked: string) => stemsOf(asked).every((stem) => forms.has(stem))

/** Tells the name of the thing from the words beside it: in English the last word names it. */
function readThing(
  text: string,
  goods: readonly QuestionTerm[],
  health: readonly QuestionTerm[],
  purposes: readonly QuestionTerm[],
  isUse: (word: string) => boolean,
): ReadThing {
  const order = contentWords(foldText(text), 'en').map((word) => word.replace(/^vitamin-/u, ''))
  const lastOf = (term: QuestionTerm) => order.lastIndexOf(splitWords(term.asked).map(foldWord).at(-1) ?? '')
  // Terms of the health vocabulary name a thing when they are names of nutrients, remedies or conditions.
  const all = [...goods, ...health.filter(({ isTopic }) => isTopic)]
  const firstOf = (term: QuestionTerm) => lastOf(term) - splitWords(term.asked).length + 1
  let end = order.length - 1
  const soft: QuestionTerm[] = []
  while (end > 0 && isForm(order[end] ?? '')) {
    soft.push(...goods.filter((term) => lastOf(term) === end && splitWords(term.asked).length === 1))
    end -= 1
  }
  const sizeOf = (term: QuestionTerm) => splitWords(term.asked).length
  const over = all.filter((term) => lastOf(term) === end || (lastOf(term) > end && firstOf(term) <= end))
  // "Running shoes" are one thing: the last word alone names another.
  const longest = Math.max(1, ...goods.filter((term) => over.includes(term)).map(sizeOf))
  const named = over.filter((term) => longest === 1 || sizeOf(term) > 1)
  if (order.length === 0 || named.length === 0) {
    return { modifiers: [], purposes: [...purposes, ...soft], isUnknown: order.length > 0 }
  }
  const inside = (at: number) => named.some((term) => term.known && firstOf(term) <= at && at <= lastOf(term))
  const modifiers = order
    .slice(0, end)
    .map((word, at) => ({ word, at }))
    .filter(({ word, at }) => !inside(at) && stopWords.get('en')?.has(word) !== true)
    .map(({ at }) => [...goods, ...health].filter((term) => firstOf(term) <= at && at <= lastOf(term)))
  const known = named.filter((term) => term.known)
  return {
    // "Hydration sachets": the form makes the name of a use one of a remedy.
    head: known.map((term) => ({ ...term, isUse: soft.length === 0 && isUse(foldWord(term.asked)) })),
    modifiers,
    purposes: [...purposes, ...soft],
    isUnknown: known.length === 0 || modifiers.some((terms) => !terms.some((term) => term.known)),
  }
}

interface Condition {
  stems: string[][]
}

function conditionOf(word: string, matches: readonly { meanings: readonly { text: string }[] }[]): Condition {
  const texts = [word, ...matches.flatMap(({ meanings }) => meanings.map(({ text }) => text))]
  return { stems: texts.map((text) => stemsOf(text)).filter((stems) => stems.length > 0) }
}

/** Score of a product; undefined when it does not fit. */
function scoreOf(
  product: AnalysedProduct,
  { head, modifiers, purposes }: ReadThing,
  conditions: readonly Condition[],
): number | undefined {
  let score = 0
  for (const { stems } of conditions) {
    if (stems.some((each) => product.isFreeOf(each))) score += explicit
    else if (head === undefined || stems.some((each) => product.contains(each))) return undefined
  }
  if (head !== undefined) {
    const named = Math.max(0, ...head.map((term) => nameValue(product, term)))
    if (named === 0) return undefined
    score += named
    for (const terms of modifiers) {
      const gain = Math.max(0, ...terms.map((term) => fieldValue(product, term)))
      if (gain === 0) return undefined
      score += gain
    }
  }
  const { gain, coverage, isNamed, isRefused } = purposeValue(product, purposes)
  if (head === undefined && purposes.length > 0 && (coverage < leastCoverage || !isNamed || isRefused))
    return undefined
  if (purposes.some((term) => restricting.test(term.asked) && fieldValue(product, term) === 0))
    return undefined
  return score + gain
}

const explicit = 2
const nameHead = 3
const keywordHead = 2

function nameValue(
  product: AnalysedProduct,
  { alternatives, asked, isTopic, isUse }: QuestionTerm & { isUse: boolean },
): number {
  const values = alternatives.map(({ text, factor }) => {
    if (factor < interchangeable && text !== asked) return 0
    const stems = stemsOf(text)
    if (product.isNamed(stems)) return nameHead * factor
    // A keyword of the health vocabulary that is no topic, such as "shoes", is a use and no name.
    return !isUse && product.isKeyword(stems, isTopic) ? keywordHead * factor : 0
  })
  return Math.max(0, ...values)
}

const interchangeable = 0.7

// A word of the description alone is weak evidence of the use.
const inText = 0.6

function fieldValue(product: AnalysedProduct, { asked, alternatives }: QuestionTerm): number {
  const values = alternatives.map(({ text, factor }) => {
    const stems = stemsOf(text)
    // "Drop off" without its stop word means something else.
    if (text !== asked && stems.length === 1 && /\s/u.test(text)) return 0
    if (product.isInName(stems)) return factor * 1.5
    return factor * (product.isInKeywords(stems) ? 1.2 : product.isInText(stems) ? inText : 0)
  })
  return Math.max(0, ...values)
}

// Offered for a child, in pregnancy or for an animal only when the text of the product says so.
const restricting =
  /^(?:kids?|child|children|baby|babies|infants?|newborns?|toddlers?|pregnan\w*|dogs?|cats?|pets?|puppy|kittens?|horses?)$/u

function purposeValue(product: AnalysedProduct, purposes: readonly QuestionTerm[]) {
  const byWord = Map.groupBy(purposes, ({ asked }) => asked)
  const values = new Map(
    [...byWord].map(([asked, terms]) => [
      asked,
      Math.max(0, ...terms.map((term) => fieldValue(product, term))),
    ]),
  )
  let gain = 0
  let held = 0
  let total = 0
  let isNamed = false
  let isRefused = false
  for (const [asked, terms] of byWord) {
    const value = values.get(asked) ?? 0
    const factor = Math.max(...terms.map((term) => term.factor))
    const known = terms.filter((term) => term.known)
    const weight = known.length === 0 ? factor : Math.max(...known.map((term) => term.weight * term.factor))
    total += weight
    if (value > 0) held += weight
    if (value > inText) isNamed = true
    gain += value * Math.min(1, factor)
    // "Sore throat": the product names the last word of a condition, or something for it.
    const last = asked.split(' ').at(-1) ?? ''
    const isCondition = terms.some(({ isTopic }) => isTopic) && !hasNoun(asked, byWord, values)
    if (isCondition && value === 0 && (values.get(last) ?? 0) <= inText) isRefused = true
    if (value === 0 && restricting.test(asked)) isRefused = true
  }
  return { gain, coverage: total === 0 ? 0 : held / total, isNamed, isRefused }
}

/** "Tired feet": what a condition is said of is a use of the product itself. */
function hasNoun(
  condition: string,
  byWord: ReadonlyMap<string, readonly QuestionTerm[]>,
  values: ReadonlyMap<string, number>,
): boolean {
  const words = [...byWord.keys()].filter((word) => !/\s/u.test(word))
  const at = words.indexOf(condition)
  return at !== -1 && at < words.length - 1 && (values.get(words[at + 1] ?? '') ?? 0) > inText
}
