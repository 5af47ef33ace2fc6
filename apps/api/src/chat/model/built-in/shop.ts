import { asksOfTrade } from '../../../knowledge/search/wish-frames.ts'
import { words } from '../../../knowledge/text/clauses.ts'
import type { SearchToolOutput } from '../search-tool.ts'
import { stem as commonStem } from './stems.ts'

/** A product as the search gives it. */
export type Product = SearchToolOutput['products'][number]

/** 'Waking' and 'wake' meet without their last vowel. */
function stem(word: string): string {
  return commonStem(word).replace(/(?<=\p{L}{3})ing$|e$/u, '')
}

const shopWords =
  /\b(?:sell|sells|selling|sold|stock|stocks|in stock|carry|shop|store|buy|purchase|order|prices?|priced|costs?|cheap(?:er|est)?|expensive|dear(?:er|est)?|affordable|for sale|on offer|do you offer|you offer|range|catalog(?:ue)?)\b|\b(?:do|have) you (?:have|got)\b|\byou got\b|\bgot any\b|\bhow much (?:is|are|for|do(?:es)? .* cost) (?:the|your|a|an|one)\b|\bwhat(?:['’]s| is| are)? (?:inside|in) (?:the|your)\b|\b(?:made (?:of|with|from|out of)|ingredients?)\b|\bsomething (?:for|to|against)\b.*\bfrom you\b|\bi(?:['’]m| am) looking for\b|\bshow me\b/iu
// Words of the trade that also stand in questions of health ("does insomnia return", "pills for my back") count with what
// they are said of alone.
const serviceWords = new RegExp(
  [
    String.raw`shipping|ship(?:ped|ment)?|refunds?|discounts?|coupons?|vouchers?|promo(?: code)?|gift cards?|warranty`,
    String.raw`credit card|payment|pay (?:by|with)|free trial|loyalty (?:card|points|program\w*)|newsletter|money[- ]back`,
    String.raw`(?:do|can|could|will|would) you deliver|deliver (?:it|them|this|to)|(?:free|fast|express|same[- ]day|next[- ]day|home|your) deliver(?:y|ies)`,
    String.raw`deliver(?:y|ies) (?:costs?|fees?|charges?|times?|options?|dates?|address|free|takes?)|(?:get|have) (?:it|them|this) delivered`,
    String.raw`returns? (?:it|them|this|that|policy|window|label|free|accepted|an? (?:item|product|order))|(?:accept|take|free|do|offer|about|your) returns`,
    String.raw`(?:can|could|may|do) (?:i|we) return (?:the|my|an?|one|something)`,
    String.raw`(?:your|any|lifetime|\d+[- ](?:day|month|year)) guarantee|exchange (?:it|them|this|that)`,
    String.raw`track(?:ing)? (?:number|code|link|(?:(?:my|the|an?|our) )?(?:order|parcel|package|shipment|delivery))|my order|(?:place|cancel|change) an order`,
    String.raw`(?:send|ship)(?:ing)? (?:\p{L}+ ){0,4}back|(?:give|take|bring)(?:ing)? (?:it|them|this|that|these|those|one|something) back|money (?:\p{L}+ )?back`,
    String.raw`(?:opening|business|store|shop) (?:hours|times)|what (?:time|hours|days) (?:do|does|are|is) (?:you|your|the (?:shop|store))\b.*\b(?:open|close)|(?:when|until when) (?:do|does|are|is) (?:you|your (?:shop|store)|the (?:shop|store))(?: \p{L}+)? (?:opens?|closed?)`,
    String.raw`are you (?:still )?open|where (?:is|are) (?:you|your (?:shop|store|company|office))(?: (?:located|based))|where is (?:your|the) (?:shop|store|office)`,
    String.raw`(?:contact|reach|call|phone|e-?mail|write to) you|your (?:(?:tele)?phone|e-?mail|contact|customer)(?: (?:number|address|details|service|care|support))?|customer (?:service|care|support)`,
  ]
    .map((words) => String.raw`\b(?:${words})(?![\p{L}\d])`)
    .join('|'),
  'iu',
)
const detailWords =
  /\b(?:how (?:many|much|heavy|big|large|long|wide|thick|tall|hot)|weigh\w*|size|sizes|colou?rs?|flavou?r\w*|scent\w*|material|made|contain\w*|hold|holds|capacity|ounces?|pounds?|water[- ]?(?:resistant|proof)|resistant|washable|cover|inside|ingredients?|cheaper|cheapest|dearer|price|cost|costs|vegan|caffeine|per bottle|pack|which (?:one|is)|come with|last)\b/iu
const cheaper =
  /\b(?:cheap(?:er|est)|less expensive|costs? less|lowest price|least expensive|most affordable|better value)\b/iu
const dearer = /\b(?:dear(?:er|est)|more expensive|costs? more|most expensive|highest price|priciest)\b/iu
const sellWords =
  /\b(?:sell|sells|selling|sold|stock|stocks|carry|buy|purchase|order|offer|do you have|have you got|you got|got any|for sale|shop|store)\b/iu

/** Returns whether a message is about what the shop sells. */
export function asksShop(text: string): boolean {
  return shopWords.test(text) && !asksOfTrade(text)
}

/** Returns whether a message asks what to look for ("which shoes should I buy"), which articles answer when nothing is sold. */
export function asksAdvice(text: string): boolean {
  return /\b(?:which|what)\b.*\bshould (?:i|we|he|she|they|one)\b/iu.test(text)
}

/** Returns whether a message is about orders, shipping, returns, discounts or opening hours, which content and catalogue do not cover. */
export function asksService(text: string): boolean {
  return serviceWords.test(text)
}

/** Returns whether a message asks for a detail of a product. */
export function asksDetail(text: string): boolean {
  return detailWords.test(text)
}

const plainWords = new Set(
  (
    'the a an your you my me i we us it its they them this that these those one ones some any something anything from of for to in on at with and or is are be was were am do does did ' +
    'have has had got get can could would should will may might what which who how much many more most less least sell sells selling sold stock carry offer buy purchase order shop store ' +
    'price prices cost costs cheap cheaper cheapest expensive need want like looking show please hi hello product products item items there here hate love made inside contain contains ' +
    'ingredient ingredients use used using help helps good best better great kind kinds type sort also too so up out into about than then tell know give size big hold bottle pack ' +
    'heavy weigh weighs per day available range catalogue catalog new hey just really when while during after before going go comes come see think make makes'
  ).split(' '),
)

interface Wanted {
  stem: string
  plain: boolean
}

function wantedOf(text: string): Wanted[] {
  const all = words(text.replaceAll('-', ' '))
  return [...new Set(all)]
    .filter((word) => word.length > 1 || /^[a-z]$/u.test(word))
    .map((word) => ({ stem: stem(word), plain: plainWords.has(word) || word.length === 1 }))
}

/** The stems of a product's name, words of a compound such as "Cast-Iron" as one. */
function nameStems(name: string): { single: Set<string>; compound: Set<string> } {
  const single = new Set<string>()
  const compound = new Set<string>()
  for (const part of name.split(/\s+/u)) {
    const pieces = words(part.replaceAll('-', ' ')).map(stem)
    if (pieces.length === 1) single.add(pieces[0] ?? '')
    else for (const piece of pieces) compound.add(piece)
  }
  return { single, compound }
}

export interface RatedProduct {
  product: Product
  score: number
  /** Share of the message's own words that the product's texts have. */
  coverage: number
}

/**
 * Rates products by name, purpose (keywords) and description against a message.
 *
 * @param expansions other words for the words of the message, from the search
 */
export function rateProducts(
  text: string,
  products: readonly Product[],
  expansions: ReadonlyMap<string, readonly string[]> = new Map(),
): RatedProduct[] {
  const wanted = wantedOf(text)
  const specific = wanted.filter(({ plain }) => !plain)
  const rarity = rarityOf(products)
  const rated = products.map((product) => {
    const { single, compound } = nameStems(product.name)
    const keywords = product.keywords ?? []
    const keywordStems = keywords.map((keyword) => words(keyword.replaceAll('-', ' ')).map(stem))
    // The parts of "cast-iron" or "caffeine-free" mean something else alone.
    const described = new Set(
      words(product.description.replaceAll(/(?<!\p{L})\p{L}+(?:-\p{L}+)+/gu, ' ')).map(stem),
    )
    const asked = new Set(wanted.map((item) => item.stem))
    let score = 0
    let covered = 0
    for (const { stem: part, plain } of wanted) {
      const compoundAsked = compound.has(part) && [...compound].every((piece) => asked.has(piece))
      const own = gainOf(part, single, keywordStems, described, asked) + (compoundAsked ? 2 : 0)
      const others = plain
        ? 0
        : (expansions.get(part) ?? []).map(
            (other) => 0.7 * phraseGain(other, single, keywordStems, described),
          )
      const gain = Math.max(own, ...(Array.isArray(others) ? others : [others]))
      if (gain === 0) continue
      score += gain * (plain ? 0.35 : 1) * (rarity.get(part) ?? 1)
      if (!plain) covered += 1
    }
    return { product, score, coverage: specific.length === 0 ? 0 : covered / specific.length }
  })
  return rated.filter(({ score }) => score > 0).toSorted((left, right) => right.score - left.score)
}

function gainOf(
  part: string,
  name: ReadonlySet<string>,
  keywords: readonly (readonly string[])[],
  described: ReadonlySet<string>,
  asked: ReadonlySet<string>,
): number {
  if (name.has(part)) return 3
  const keyword = keywords.filter((parts) => parts.includes(part))
  if (keyword.some((parts) => parts.length > 1 && parts.every((piece) => asked.has(piece)))) return 2.6
  if (keyword.some((parts) => parts.length === 1)) return 2
  if (described.has(part)) return 1
  return keyword.length > 0 ? 0.6 : 0
}

function phraseGain(
  phrase: string,
  name: ReadonlySet<string>,
  keywords: readonly (readonly string[])[],
  described: ReadonlySet<string>,
): number {
  const parts = words(phrase.replaceAll('-', ' ')).map(stem)
  if (parts.length === 0) return 0
  if (
    keywords.some(
      (keyword) => keyword.length === parts.length && keyword.every((piece, at) => piece === parts[at]),
    )
  )
    return 2
  if (parts.every((piece) => name.has(piece))) return 2.4
  return parts.every((piece) => described.has(piece)) ? 0.5 : 0
}

/** Words that many products share separate them less. */
function rarityOf(products: readonly Product[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name, description, keywords = [] } of products) {
    const text = `${name} ${description} ${keywords.join(' ')}`.replaceAll('-', ' ')
    for (const part of new Set(words(text).map(stem))) counts.set(part, (counts.get(part) ?? 0) + 1)
  }
  return new Map(
    [...counts].map(([part, count]) => [
      part,
      Math.log(1 + products.length / count) / Math.log(1 + products.length),
    ]),
  )
}

/** Products of the shop that match a message. */
export interface ShopChoice {
  products: Product[]
  /** The one with the lowest or highest price, where that was asked. */
  byPrice?: { product: Product; order: 'lowest' | 'highest' }
}

// Products far below the best one only share a word with the question.
const leastShareOfBest = 0.62
const mostProducts = 4

/** Chooses the products that a message asks for; none when nothing fits. */
export function chooseProducts(text: string, rated: readonly RatedProduct[]): ShopChoice {
  const sides = text.split(/\b(?:or|vs\.?|versus)\b|,/iu).filter((side) => /\p{L}{3}/u.test(side))
  if (sides.length > 1 && (cheaper.test(text) || dearer.test(text) || /\bor\b/iu.test(text))) {
    const best = sides.flatMap((side) =>
      rateProducts(
        side,
        rated.map(({ product }) => product),
      ).slice(0, 1),
    )
    const chosen = [...new Set(best.filter(({ score }) => score >= 1.5).map(({ product }) => product))]
    if (chosen.length > 1) return withPrice(text, chosen)
  }
  const [first] = rated
  if (first === undefined) return { products: [] }
  const close = rated.filter(({ score }) => score >= first.score * leastShareOfBest)
  return withPrice(
    text,
    close.slice(0, mostProducts).map(({ product }) => product),
  )
}

/** Adds the cheapest or dearest of some products where a message asks for it. */
export function withPrice(text: string, products: Product[]): ShopChoice {
  const order = cheaper.test(text) ? 'lowest' : dearer.test(text) ? 'highest' : undefined
  if (order === undefined || products.length < 2) return { products }
  const sorted = products.toSorted((left, right) => amount(left) - amount(right))
  const product = order === 'lowest' ? sorted[0] : sorted.at(-1)
  return product === undefined ? { products } : { products, byPrice: { product, order } }
}

/** Returns whether a message asks if something is sold, and so for an answer when it is not. */
export function asksIfSold(text: string): boolean {
  return sellWords.test(text)
}

function amount({ price }: Product): number {
  return Number(price.replaceAll(/[^\d.]/gu, ''))
}

/** A line a product: name, price and description; {@link namesListed} reads it back. */
export function productLines({ products, byPrice }: ShopChoice): string {
  const lines = products.map(({ name, price, description }) =>
    `- <product>${name}</product> — ${price}. ${description}`.trim(),
  )
  if (byPrice === undefined) return lines.join('\n')
  const { product, order } = byPrice
  return `${product.name} has the ${order} price: ${product.price}.\n\n${lines.join('\n')}`
}

/** The products that the newest answer with product lines has listed. */
export function namesListed(answers: readonly string[]): string[] {
  return answers.map(namesIn).findLast((names) => names.length > 0) ?? []
}

/** The products that any earlier answer has listed, each once. */
export function allNamesListed(answers: readonly string[]): string[] {
  return [...new Set(answers.flatMap(namesIn))]
}

function namesIn(answer: string): string[] {
  return [...answer.matchAll(/^- (.+?) — \P{L}{0,5}[\d.,]+\p{L}{0,4}\./gmu)].flatMap(([, name]) => name ?? [])
}

/** The products that an answer shows. */
export function productNames(answer: string): string[] {
  return [...answer.matchAll(/<product>(.+?)<\/product>/gu)].flatMap(([, name]) => name ?? [])
}

/** "How many bags are in a box of your tea": returns whether "your" stands before a word of a product's name. */
export function namesOwnProduct(question: string, names: readonly string[]): boolean {
  const held = stemsOf(names)
  return stemsAfter(/\byour\s+((?:[\p{L}\p{N}-]+\s*){1,4})/giu, question).some((part) => held.has(part))
}

/** "How heavy is the comb": returns whether "the" stands before a word of a product's name that no passage has. */
export function namesDefiniteProduct(
  question: string,
  names: readonly string[],
  passages: SearchToolOutput['passages'],
): boolean {
  const held = stemsOf(names)
  const written = stemsOf(passages.map(({ title, section, text }) => `${title} ${section} ${text}`))
  return stemsAfter(/\bthe\s+((?:[\p{L}\p{N}-]+\s*){1,3})/giu, question).some(
    (part) => held.has(part) && !written.has(part),
  )
}

function stemsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => words(text.replaceAll('-', ' '))).map(stem))
}

function stemsAfter(shape: RegExp, text: string): string[] {
  return [...text.matchAll(shape)].flatMap(([, after = '']) => words(after.replaceAll('-', ' ')).map(stem))
}
