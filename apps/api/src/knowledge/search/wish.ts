import { normalizeText } from '../../platform/process/normalize-text.ts'
import { splitClauses } from '../text/clauses.ts'
import { stopWords } from '../text/language.ts'
import { foldWord, splitWords } from '../text/words.ts'
import { questionLanguage } from '../translation/question-language.ts'
import { toEnglish } from '../translation/glossary.ts'
import {
  asksOfThings,
  asksOfTrade,
  conditions,
  connectors,
  hasCurrency,
  highestPrice,
  lowestPrice,
  priceLimits,
  type WishFrame,
  wishFrames,
  type WishLevel,
} from './wish-frames.ts'

/** Characters of a message that are read as a wish; of a longer one its start is enough. */
const longestWish = 600

/** A thing that is wished for; of "tea or a blanket" each is one. */
export interface WishedThing {
  /** Name of the thing without its properties' connectors; empty for "something", "a gift". */
  thing: string
  /** Use, occasion, recipient and properties. */
  purpose: string
  /** A kind of product instead of a thing, such as "supplements": the products of this topic. */
  kind?: string
}

/** A message that wishes for a product, in English. */
export interface Wish {
  level: WishLevel
  /** ISO 639-1 code of the words that make it a wish. */
  language: string
  things: WishedThing[]
  /** The sentences around the wish: they order what fits. */
  context: string
  /** Ingredients that the product must not contain. */
  without: string[]
  /** Bounds of the price in major units of the currency. */
  least?: number
  most?: number
  /** Present when the lowest or highest price is asked for. */
  order?: 'lowest' | 'highest'
  /** True when the one product with the lowest or highest price is asked for. */
  isExtreme: boolean
}

/**
 * Reads a message as a wish for a product: separates the words that only make it a wish, prices, superlatives and
 * conditions from the thing and its use.
 *
 * @returns undefined for a message that wishes for no product
 * @example
 * readWish('got any herbal tea without caffeine under $10?')
 * // { level: 'asks', things: [{ thing: 'herbal tea', purpose: '' }], without: ['caffeine'], most: 10, … }
 */
export function readWish(whole: string): Wish | undefined {
  const message = whole.slice(0, longestWish)
  const clauses = splitClauses(message.replaceAll(costIdiom, 'cost')).map(({ text }) =>
    normalizeText(text, 'NFC'),
  )
  const read = clauses.map((clause) => ({ clause, found: frameOf(clause) }))
  const found = levels.flatMap((level) => read.filter((each) => each.found?.frame.level === level))[0]
  const language = found?.found?.language ?? 'en'
  if (found !== undefined && asksDetail.test(found.clause)) return undefined
  // Advice on use is a question of health, however it is asked for.
  if (found?.found?.frame.level !== 'asks' && advice.test(message)) return undefined
  if (found?.found === undefined) return nameOnly(clauses)
  const others = clauses.filter((clause) => clause !== found.clause)
  const { frame } = found.found
  const price = priceOf(found.clause)
  const { rest, before } = withoutShape(price.rest, frame.shape)
  const text = frame.isOpen !== true ? rest : rest === '' ? 'something' : `something for ${rest}`
  const wish = readThings(text, language, frame.level, {
    others: before === '' ? others : [...others, before],
    price,
  })
  return wish.things.some(({ thing }) => information.test(thing)) ? undefined : wish
}

// Sizes, and which of two things costs less: questions about products that are named.
const asksDetail =
  /^(?:and |so )?how (?:many|heavy|big|large|long|wide|thick|tall|hot|old|often)\b|\b(?:cheaper|dearer|(?:more|less) expensive|costs? (?:more|less))\b(?!\s+than (?:[$€£]|\d)).*\bor\b|\bor\b.*\b(?:cheaper|dearer|(?:more|less) expensive|costs? (?:more|less))\b(?!\s+than (?:[$€£]|\d))/iu

/** Reads what a tool's query names as a wish, whatever its form. */
export function readProductQuery(whole: string): Wish {
  const query = whole.slice(0, longestWish)
  const price = priceOf(query)
  return (
    readWish(query) ?? readThings(price.rest, questionLanguage(query) ?? 'en', 'asks', { others: [], price })
  )
}

/** A clause without its frame. What stands before the frame names the thing when nothing that follows does. */
function withoutShape(clause: string, shape: RegExp): { rest: string; before: string } {
  const match = shape.exec(clause)
  if (match === null) return { rest: clause, before: '' }
  const before = clause.slice(0, match.index).replace(/[\s,]+$/u, '')
  const after = clause.slice(match.index + match[0].length).replace(/^[\s,]+/u, '')
  const hasThing = /\p{L}{3}/u.test(before) && namesThing.test(after)
  return hasThing ? { rest: after, before } : { rest: `${before} ${after}`.trim(), before: '' }
}

const namesThing =
  /^(?:(?:an?|any|some|something|anything|the|your|sth)\b|(?!(?:for|to|with|without|in|under|that|which|one|any|it)\b)\p{L}{3,})/iu

const levels: readonly WishLevel[] = ['asks', 'wants']

/** "What would it set me back": a price, and no set. */
const costIdiom = /\bset (?:me|us|you|one|him|her|them) back\b/giu

function frameOf(clause: string): { frame: WishFrame; language: string } | undefined {
  if (asksOfTrade(clause)) return undefined
  const isOfThings = asksOfThings.test(clause)
  const own = questionLanguage(clause)
  const found = [...wishFrames].flatMap(([language, frames]) => {
    // "A ioga ajuda na dor" begins as an English wish, and is Portuguese.
    if (language === 'en' && own !== undefined && own !== 'en') return []
    const frame = frames.find(({ shape, level }) => !(isOfThings && level === 'wants') && shape.test(clause))
    return frame === undefined ? [] : [{ frame, language }]
  })
  const [best] = found.toSorted(
    (left, right) => Number(right.language === own) - Number(left.language === own),
  )
  if (best !== undefined) return best
  // A price makes a wish of any words.
  const isPriced = hasCurrency.test(clause) || lowestPrice.test(clause) || highestPrice.test(clause)
  if (!isPriced || asksMore.test(clause)) return undefined
  return { frame: { level: 'asks', shape: /^(?!)/u }, language: own ?? 'en' }
}

const asksMore = /^(?:why|when|who|how|is|are|does|do|should|can|could|was|were|will)\b/iu

const advice =
  /\b(?:(?:should|can|may|could|must) (?:i|we|he|she|they|you|my \w+|one|people|women|men|children|kids)|is it (?:safe|ok|okay|fine|good|bad)(?: for \w+)? to) (?:take|takes|taking|use|eat|give|mix|combine|have|do|drink|stop)\b|\b(?:dose|dosage|how (?:many|often|long)|how much (?:should|do i|does (?:a|an|my)|is too)|side[ -]effects?|interact\w*|too much|overdose|per day|a day|evidence|studies|benefits? of|difference between)\b/iu

// A wish for knowledge is a question to the articles.
const information =
  /\b(?:advice|advise|tips?|info|information|ideas?|help|evidence|stud(?:y|ies)|research|articles?|sources?|recipes?|explanations?|answers?|questions?|opinions?|suggestions?|recommendations?|ways?|methods?|techniques?|exercises|plans?|routines?|guides?|guidelines?|doctors?|therapists?|links?|connections?|risks?|dangers?|differences?|limits?|max(?:imum)?|minimum|amount|dose|dosage|figures?|numbers?|tricks?|hacks?|habits?|signs?|symptoms?|reasons?|chance|sleep|rest|break|holiday|time|money|sentence|summary|list|example|facts?|details|symptoms?|examples)\s*$/iu

const longestName = 12

/** A noun phrase alone: "non-slip mat", "soap-free face wash". */
function nameOnly(clauses: readonly string[]): Wish | undefined {
  const [text = ''] = clauses
  if (clauses.length !== 1 || text.split(/\s+/u).length > longestName || sentence.test(text)) return undefined
  const price = priceOf(text)
  const wish = readThings(price.rest, 'en', 'names', { others: [], price })
  const stops = stopWords.get('en')
  const isNoThing = ({ thing }: WishedThing) =>
    splitWords(thing).every((word) => stops?.has(foldWord(word)) === true) ||
    information.test(thing) ||
    verbs.test(thing)
  return wish.things.some(isNoThing) ? undefined : wish
}

const sentence =
  /^(?:what|which|who|whose|when|where|why|how|is|are|am|was|were|can|could|do|does|did|should|would|will|may|might|must|tell|explain|give|list|compare|if|and|or|but|i|i['’]m|im|my|we|he|she|they|it|you|your|after|before|because|not|no|yes|following)\b|\b(?:vs|versus|than|difference|compared)\b|[“”]/iu
const verbs =
  /\b(?:am|is|are|was|were|cannot|can['’]?t|should|keeps?|feels?|makes?|causes?|helps?|reduces?)\b/iu

const politeness =
  /\b(?:please|pls|plz|plss|thanks|thank you|thx|hi|hello|hey|maybe|perhaps|possibly|ideally|preferably|such (?:a )?things?|or similar|or so|or something(?: (?:similar|like (?:that|it|this)))?|and (?:the like|such)|at all|here|(?:that |which )?(?:you|u|ya) (?:have|got|sell|stock|carry|offer)|right now|at the moment|these days|by any chance|bitte|gracias|por favor|s['’]il (?:vous|te) plaît|svp|obrigad[oa])\b|من فضلك/giu

// "Rather than tablets": what is not wished for.
const notThat = /\b(?:rather than|instead of|and not|but not|not the)\b.*$/iu

function readThings(
  text: string,
  language: string,
  level: WishLevel,
  { others, price }: { others: readonly string[]; price: Price },
): Wish {
  const { rest: _rest, ...limits } = price
  const without: string[] = []
  let bare = text.replace(notThat, ' ').replaceAll(politeness, ' ')
  for (const condition of conditions) {
    bare = bare.replaceAll(condition, (_whole, ...groups: unknown[]) => {
      for (const group of groups.slice(0, 2)) if (typeof group === 'string') without.push(group)
      return ' , '
    })
  }
  const separator = connectors.get(language) ?? connectors.get('en')
  const named = bare
    .split(choice)
    .map((part) =>
      splitThing(
        part
          .replaceAll(/^[\s,.]+|[\s,.?!¿¡؟]+$/gu, '')
          .replace(/^(?:what|which)(?:['’]s)?\s+(?:(?:is|are)\s+)?(?:(?:the|your)\s+)?/iu, ''),
        separator,
      ),
    )
    .map(({ thing, purpose }) => ({
      thing: inEnglish(thing, language),
      purpose: inEnglish(purpose, language),
    }))
    .filter(({ thing, purpose }) => thing !== undefined || purpose !== undefined)
  const things = named.map(({ thing = '', purpose = '' }) => withoutFrame({ thing, purpose }))
  const context = others.map((other) => inEnglish(other, language) ?? '').join('. ')
  const chosen = things.length === 0 ? [{ thing: '', purpose: '' }] : things
  // "An oak comb, do you have one?" names the thing before the wish.
  const pointsBack = chosen.every(({ thing, purpose }) => thing === '' && purpose === '') && others.length > 0
  return {
    level,
    language,
    things: pointsBack
      ? others.map((other) => withoutFrame(splitThing(inEnglish(other, language) ?? '', separator)))
      : chosen,
    context: pointsBack ? '' : context,
    without: without.map((word) => inEnglish(word, language) ?? word),
    ...limits,
  }
}

// "Zinc lozenges or vitamin D drops": each side is searched for on its own.
const choice = /\s(?:or|vs\.?|versus|oder|ou|o|أو)\s/iu

function splitThing(text: string, separator: RegExp | undefined): WishedThing {
  const at = separator === undefined ? -1 : text.search(separator)
  if (at === -1) return { thing: text.trim(), purpose: '' }
  return {
    thing: text.slice(0, at).trim(),
    purpose: text
      .slice(at)
      .replace(/^[\s,]+/u, '')
      .trim(),
  }
}

/** A wish in another language by its glossary; a word that the glossary lacks stays, and so is found nowhere. */
function inEnglish(text: string, language: string): string | undefined {
  if (text === '') return undefined
  if (language === 'en') return text
  const translated = toEnglish(text, language)
  return translated === undefined || translated === '' ? text : translated
}

const generic =
  /^(?:(?:something|anything|things?|stuff|sth|smth|products?|items?|ones?|it|them|those|these|any|some|gifts?|presents?|ideas?|options?|articles?|remed(?:y|ies)|solutions?|supplements?|gadgets?|accessor(?:y|ies)|equipment|gear|tools?|devices?|bits?|treats?|surprise|birthday|christmas|anniversary|algo|etwas|quelque chose|شيء|natural|nice|good|useful|small|little|cute|warm|soft|healthy)(?:\s+|$))+$/iu

// Evaluative words: no product text answers for them.
const qualities =
  /\b(?:what|which|any|some|an?|the|your|one|of|my|our|me|us|new|really|very|quite|super|so|too|more|good|best|better|great|nice|lovely|decent|proper|real|quality|high-quality|top|fine|favou?rite|popular|simple|basic|small|little|tiny|big|large|huge|long|short|thick|thin|light-?weight|heavy|sturdy|durable|reliable|robust|comfy|comfortable|pretty|beautiful|cute|cool|fancy|premium|luxury|nice-looking|effective|strong|mild|kind|kinds|type|types|sort|sorts|brand|brands|pair|set|couple|few|bit|lot|lots|different|other|another|certain|specific|suitable|right|perfect|ideal|useful|healthy|natural|normal|usual|regular|daily|everyday|thing|things|kids?ly)\b/giu

/** Removes articles and evaluative words from a thing, and people who get a gift from its purpose. */
function withoutFrame({ thing, purpose }: WishedThing): WishedThing {
  const own = thing.replaceAll(/[¿¡?!.,;:]/gu, ' ').trim()
  const bare = own.replaceAll(qualities, ' ').replaceAll(/\s+/gu, ' ').trim()
  const isGeneric = bare === '' || generic.test(bare)
  const kind = isGeneric ? kinds.exec(own)?.[0].toLowerCase() : undefined
  const left = isGeneric ? own.replaceAll(genericWords, ' ').replaceAll(qualities, ' ').trim() : ''
  return {
    ...(kind === undefined ? {} : { kind: kind.replace(/s$/u, '') }),
    thing: isGeneric ? '' : bare,
    purpose: `${left} ${purpose}`.replaceAll(recipients, ' ').replaceAll(/\s+/gu, ' ').trim(),
  }
}

const kinds = /\bsupplements?\b/iu

const genericWords =
  /\b(?:something|anything|things?|stuff|sth|smth|products?|items?|ones?|it|them|gifts?|presents?|ideas?|options?|birthday|christmas|anniversary|supplements?)\b/giu

// People who get a gift say nothing about the thing; children and animals do, and stay.
const recipients =
  /\b(?:(?:that|which|to) )?(?:helps?|works?|good|great|useful|suitable|nice)(?: (?:me|us|with|for|to|against))+(?=\s)|\b(?:(?:my|our|his|her|a|an|the)\s+)?(?:(?:best|good|old|dear|close)\s+)?(?:friends?|mates?|mum|mom|mother|dad|father|parents?|wife|husband|partner|girlfriend|boyfriend|sister|brother|aunt|uncle|cousin|grand(?:ma|pa|mother|father)|nan|granny|boss|colleagues?|co-?workers?|teacher|neighbou?r who|someone|somebody|person|people|lovers?|fans?|enthusiasts?|addicts?|beginners?|anyone|everyone|girl|boy|man|men|woman|women|guy|lady|him|her|me|myself|us)\b|\b(?:who|that|which) (?:likes?|loves?|enjoys?|wants?|needs?|has|have|is|are|gets?)\b/giu

type PriceBounds = Pick<Wish, 'least' | 'most'> & { rest: string }

type Price = PriceBounds & Pick<Wish, 'order' | 'isExtreme'>

/** Separates the words on the price from the rest of a clause. */
function priceOf(clause: string): Price {
  const { rest, ...limits } = priceBounds(clause)
  const order = highestPrice.test(rest) ? 'highest' : lowestPrice.test(rest) ? 'lowest' : undefined
  return {
    ...limits,
    ...(order === undefined ? {} : { order }),
    isExtreme: order === 'highest' || extreme.test(rest),
    rest: rest
      .replaceAll(new RegExp(highestPrice.source, 'giu'), ' ')
      .replaceAll(new RegExp(lowestPrice.source, 'giu'), ' ')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  }
}

const extreme =
  /\b(?:cheapest|least expensive|most affordable|lowest|(?:el|la|los|las|o|a|lo) m[áa]i?s (?:barat|econ)|más barat|mais barat|billigste|günstigste|(?:le|la|les) moins ch)|(?:الأرخص|أرخص)/iu

// "Around 50" takes what costs a quarter more or less.
const tolerance = 0.25

function priceBounds(text: string): PriceBounds {
  const number = (found: string | undefined) => Number(found?.replace(',', '.'))
  const between = priceLimits.between.exec(text)
  if (between !== null)
    return {
      least: number(between[1]),
      most: number(between[3]),
      rest: text.replace(priceLimits.between, ' '),
    }
  const most = priceLimits.most.exec(text) ?? priceLimits.mostAfter.exec(text)
  const least = priceLimits.least.exec(text)
  const around = hasCurrency.test(text) ? priceLimits.around.exec(text) : null
  let rest = text
  for (const found of [most, least, around]) if (found !== null) rest = rest.replace(found[0], ' ')
  if (around !== null && most === null && least === null) {
    const middle = number(around[1])
    return { least: middle * (1 - tolerance), most: middle * (1 + tolerance), rest }
  }
  return {
    rest,
    ...(least === null ? {} : { least: number(least[1]) }),
    ...(most === null ? {} : { most: number(most[1]) }),
  }
}
