import { isQuestion, splitClauses, subjectWords, words } from '../../../knowledge/text/clauses.ts'
import { commonWords } from '../../../knowledge/text/common-words.ts'
import { toEnglish } from '../../../knowledge/translation/glossary.ts'
import { readWish, type Wish } from '../../../knowledge/search/wish.ts'
import { questionLanguage } from '../../../knowledge/translation/question-language.ts'
import { answerTexts } from './answer-texts.ts'
import { courteousReply, courtesyLanguage } from './direct-reply.ts'
import { withoutOrders } from './orders.ts'
import { isParticular, populationAsked } from './population.ts'
import { allNamesListed, asksAdvice, asksDetail, asksService, asksShop, namesListed } from './shop.ts'
import { type QuestionRules, readMessage, standaloneQuestion } from './standalone-question.ts'
import { topicsOf } from './topics.ts'

/** One search of a turn. */
export interface PlannedSearch {
  kind: 'knowledge' | 'products'
  query: string
  names?: string[]
  /** True for the search of the other reading. */
  isOther?: boolean
}

/** The plan for one turn, decided before any search. */
export interface TurnPlan {
  /** The asker's language as an ISO 639-1 code. */
  language: string
  /** Said without a search. */
  reply?: { text: string; outcome: 'answered' | 'refused' | 'safety' | 'uncovered' }
  /** The question in English, standing alone. */
  question: string
  /** The other reading of a message that may or may not continue the one before it. */
  otherQuestion?: string
  /** True when the shop is asked, and articles are not. */
  isShop: boolean
  /** True for orders, shipping, returns, discounts and opening hours, of which few deployments have content. */
  isService: boolean
  /** Present when the message wishes for a product. */
  wish?: Wish
  /** The questions to the articles beside a wish: "How much zinc is too much? And do you sell lozenges?" */
  besides?: string
  /** Products of the answer before, which a follow-up asks about. */
  listed: string[]
  /** Products of all answers before. */
  shown: string[]
  /** The two or more things that are compared, each as a question of its own. */
  sides: { name: string; question: string }[]
  searches: PlannedSearch[]
}

/** Plans a turn from a person's messages, oldest first, and the answers to the earlier ones. */
export function planTurn(
  messages: readonly string[],
  answers: readonly string[],
  rules: Required<QuestionRules>,
  mustSearch = false,
): TurnPlan {
  const asked = messages.at(-1) ?? ''
  const languages = languagesOf(messages)
  const language = languages.at(-1) ?? 'en'
  const texts = answerTexts(language)
  const english = messages.map((message, at) => inEnglish(message, languages[at] ?? language))
  const plan: TurnPlan = {
    language,
    question: english.at(-1) ?? '',
    isShop: false,
    isService: false,
    listed: [],
    shown: [],
    sides: [],
    searches: [],
  }
  const courtesy = courteousReply(asked, texts)
  if (courtesy !== undefined && !mustSearch)
    return { ...plan, reply: { text: courtesy, outcome: 'answered' } }
  const last = withoutOrders(english.at(-1) ?? '')
  if (last === '' && !mustSearch) return { ...plan, reply: { text: texts.refused, outcome: 'refused' } }
  const own = [...english.slice(0, -1), last === '' ? (english.at(-1) ?? '') : last]
  if (asksService(last) && !mustSearch) {
    const searches: PlannedSearch[] = [{ kind: 'knowledge', query: last }]
    return { ...plan, question: last, isService: true, searches }
  }
  const listed = rules.usePrevContext ? namesListed(answers) : []
  const refers = refersToProducts(last, listed)
  const before = rules.usePrevContext ? standaloneQuestion(english.slice(0, -1)) : ''
  const wished = wishText(language === 'en' ? last : asked, before)
  const wish = readWish(wished)
  const isWished = wish !== undefined && wish.level !== 'names'
  const read = readMessage(own, rules)
  const isAdvice = asksAdvice(last) && sidesOf(last).length > 1
  if (!refers && isWished && !isAdvice) {
    const besides = questionsBesides(last)
    const searches: PlannedSearch[] = [
      { kind: 'products', query: wished },
      { kind: 'knowledge', query: besides ?? read.question },
    ]
    const isShop = wish.level === 'asks'
    const found = { question: last, isShop, wish, ...(besides !== undefined && { besides }), searches }
    return { ...plan, language: wish.language, ...found }
  }
  if ((asksShop(last) && !isAdvice) || refers) {
    const names = refers ? listed : []
    const shown = refers ? allNamesListed(answers) : []
    const query = names.length === 0 ? last : `${last} ${names.join(' ')}`
    const searches: PlannedSearch[] = [
      { kind: 'products', query, names: shown },
      { kind: 'knowledge', query: last },
    ]
    return { ...plan, question: last, isShop: true, listed: names, shown, searches }
  }
  const isOfProduct = listed.length > 0 && read.question !== last
  const question = isOfProduct ? withProduct(last, listed) : read.question
  const other = isOfProduct ? read.question : read.other
  const sides = sidesOf(question)
  const queries = sides.length > 1 ? sides.map((side) => side.question) : [question]
  return {
    ...plan,
    question,
    ...(other === undefined ? {} : { otherQuestion: other }),
    sides,
    listed,
    ...(wish === undefined ? {} : { wish }),
    searches: [
      ...queries.map((query) => ({ kind: 'knowledge' as const, query })),
      ...(other === undefined ? [] : [{ kind: 'knowledge' as const, query: other, isOther: true }]),
      ...(wish !== undefined || mayBeProduct(last) ? [{ kind: 'products' as const, query: last }] : []),
    ],
  }
}

/** The questions of a message that stand alone and are none to the shop. */
function questionsBesides(message: string): string | undefined {
  const found = splitClauses(message).filter(
    (clause) =>
      isQuestion(clause) &&
      clause.context === undefined &&
      subjectWords(clause.text).length > 0 &&
      !asksShop(clause.text) &&
      readWish(clause.text) === undefined,
  )
  return found.length === 0 ? undefined : found.map(({ text }) => text).join('. ')
}

/** A wish that only points back ("do you sell it?") as a wish for what the message before is about. */
function wishText(text: string, before: string): string {
  const wish = before === '' || !pointsBack.test(text) ? undefined : readWish(text)
  const isOpen =
    wish?.things.every(({ thing, purpose }) => thing === '' && words(purpose).length <= 2) === true
  const topics = topicsOf(before)
  const subject = (topics.length > 0 ? topics : subjectWords(before)).join(' ')
  return isOpen && wish.context === '' && subject !== '' ? `Do you sell something for ${subject}?` : text
}

const pointsBack = /\b(?:it|that|this|them|those|these|one|ones|some|any)\b\W*$/iu

/** The language of each message: its own, or that of the message before where none was detected. */
function languagesOf(messages: readonly string[]): string[] {
  const languages: string[] = []
  for (const message of messages) {
    const before = languages.at(-1)
    // Of few words, one may be of any language: "im 75" is no German.
    const isTooShort = before !== undefined && words(message).length <= fewWords && plainLetters.test(message)
    const own = courtesyLanguage(message) ?? (isTooShort ? undefined : questionLanguage(message))
    languages.push(own ?? before ?? 'en')
  }
  return languages
}

const fewWords = 3
const plainLetters = /^[^\p{L}¿¡]*(?:[a-z][^\p{L}¿¡]*)*$/iu

function inEnglish(message: string, language: string): string {
  return language === 'en' ? message : (toEnglish(message, language) ?? message)
}

/** "How much is the yoga mat", "does your balm have scent in it": a definite thing may be a product. */
function mayBeProduct(text: string): boolean {
  if (words(text).length > 14) return false
  return (/\b(?:the|this|that)\s+\p{L}/iu.test(text) && asksDetail(text)) || /\byour\s+\p{L}/iu.test(text)
}

/** Returns whether a message goes on about the products of the answer before. */
function refersToProducts(text: string, listed: readonly string[]): boolean {
  if (listed.length === 0) return false
  const short = words(text).length <= 12
  const asksOfHealth =
    isParticular(populationAsked(text)) ||
    /\b(?:safe|take|pregnan\w*|baby|child\w*|interact\w*|side effects?|dose)\b/iu.test(text)
  return short && asksDetail(text) && !asksOfHealth
}

/** A question about the use of a product that was shown: the product is its context. */
function withProduct(text: string, [name = '']: readonly string[]): string {
  return `Following “${name}”: ${text}`
}

const comparing =
  /\b(?:or|vs\.?|versus|than|compared (?:to|with)|rather than)\b|\bdifference between\b|\bcompare\b|\bas (?:strong|good|effective|much|many|well|healthy|safe) as\b/iu
const separator =
  /(?:(?<!\s)\s+)?(?:,\s*)?\b(?:or|vs\.?|versus|than|compared (?:to|with)|rather than|as)\b\s*/iu

/** The things that a question compares, each as a question of its own; none when it compares nothing. */
export function sidesOf(question: string): TurnPlan['sides'] {
  const [clause, ...others] = splitClauses(question.replace(/^Following “[^”]*”: /u, ''))
  if (clause === undefined || !comparing.test(question) || words(question).length > 24) return []
  const between = /\bdifferences? between (.{1,200}?) and (.+)/iu.exec(clause.text) ?? comparedIn(clause.text)
  const [left, right] = between === null ? splitOnce(clause.text) : [between[1] ?? '', between[2] ?? '']
  const rest = others.map(({ text }) => text).join(' ')
  const names = between === null ? [headOf(left, right), tailOf(right)] : [left, tailOf(right)]
  const [first = '', second = ''] = withSharedNoun(
    names.map((name) => name.replace(/^(?:the|a|an)\s+/iu, '').trim()),
  )
  if (subjectWords(first).length === 0 || subjectWords(second).length === 0) return []
  if (opposite.test(second) || circumstance.test(second)) return []
  if (subjectWords(first).length > 4 || subjectWords(second).length > 4) return []
  const about = commonPart(clause.text.replace(comparisonFrame, ' '), first, second, rest)
  return [first, second].map((name) => ({ name, question: `${name} ${about}`.trim() }))
}

function comparedIn(text: string): RegExpExecArray | null {
  return /\bcompare (.{1,200}?) (?:and|with|to|vs\.?|versus) (.+)/iu.exec(text)
}

/** "Hot or cold bath": a common word alone names no thing, and shares the noun of the other side. */
function withSharedNoun([left = '', right = '']: readonly string[]): string[] {
  const [first = '', ...others] = words(left)
  const noun = words(right).slice(1).join(' ')
  return others.length === 0 && noun !== '' && commonWords().has(first)
    ? [`${left} ${noun}`, right]
    : [left, right]
}

/** "Does a nightcap help or hurt": the opposite of the first side is no second thing. */
const opposite =
  /^(?:hurts?|harms?|hinders?|ruins?|worsens?|helps?|raises?|lowers?|bad|good|better|worse|not|without|less|more)\b/iu

/** "With dinner or on an empty stomach": circumstances of one thing. */
const circumstance =
  /^(?:on|with|without|before|after|during|in|at|by|for|from|while|when|if|just|only|do|does|did|is|are|can|should|will|would)\b/iu

/** Words that only ask for a comparison: neither side is about them. */
const comparisonFrame =
  /\b(?:what(?:['’]?s| is| are)? )?(?:the )?(?:main )?differences? between\b|\bcompare\b|\b(?:and|with|to)\b(?<=\b(?:compare|between)\b.{0,400})/giu

function splitOnce(text: string): [string, string] {
  const match =
    /(?<!\s)\s+(?:or|vs\.?|versus|than|compared (?:to|with)|rather than)\s+/iu.exec(text) ??
    /(?<!\s)\s+as\s+(?=\S+$)/iu.exec(text)
  if (match === null) return ['', '']
  return [text.slice(0, match.index), text.slice(match.index + match[0].length)]
}

// At the start of a line: tried at every place of a long word it would take quadratic time.
const boundary = /^.*\b(?:for|is|are|does|do|between|better|take|choose|which|should i|better:|to)\b[:\s]+/imu

/** The thing before "or": its last words. "For lifting my mood, walking or yoga" compares walking. */
function headOf(left: string, right: string): string {
  const afterComma = left.split(/[,:]/u).at(-1)?.trim() ?? left
  const bare = afterComma
    .replace(boundary, '')
    .replace(/(?<!\s)\s+(?:as|more|less|stronger|better|worse|healthier|safer|\w+er)(?:\s+\w+)?$/iu, '')
  const size = Math.max(1, Math.min(3, words(tailOf(right)).length))
  const parts = bare.trim().split(/\s+/u)
  return parts.length > size + 1 ? parts.slice(-size).join(' ') : bare.trim()
}

/** The thing after "or": its first words. */
function tailOf(right: string): string {
  return (
    right
      .split(/[,:;?]/u)[0]
      ?.replace(
        /(?<!\s)\s+(?:for|in|on|when|if|to|at|against|with|before|after|is|are|does|do|has|have|which|better)\b.*$/iu,
        '',
      )
      .trim() ?? right
  )
}

function commonPart(text: string, first: string, second: string, rest: string): string {
  return `${text} ${rest}`
    .replace(first, ' ')
    .replace(second, ' ')
    .replace(separator, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
