import { subjectWords, words } from '../../../knowledge/text/clauses.ts'
import { type AnswerTexts, answerTexts } from './answer-texts.ts'
import { topicsOf } from './topics.ts'

const courtesies = new Set(
  "hi hello hey good morning afternoon evening thanks thank you thx ok okay great cool nice very much so bye goodbye there lot a again perfect lovely helpful that helps all cheers ta brilliant awesome wonderful for your the help is was everything got it that's thats".split(
    ' ',
  ),
)
const aboutItself =
  /^(?:\W*(?:hi|hello|hey)\W+)?(?:who|what) are you\b|^what can (?:you (?:do|help|tell)|i ask)\b|^how (?:do|can) i use (?:you|this)\b[^?]*\??$/iu

const howYou = /^how (?:do|can) you\b([^?]*)\??$/iu
const ownMatters =
  /^(?:answer(?:s|ing)?|questions?|sources?|information|articles?|search(?:es|ing)?|assist|function|choose|decide|write|cite)$/iu

/** "How do you work" asks about the assistant; with another subject, as in "how do you warm up", it asks how that is done. */
function asksHowItWorks(message: string): boolean {
  const [, rest] = howYou.exec(message) ?? []
  return rest !== undefined && subjectWords(rest).every((word) => ownMatters.test(word))
}

/** Words of thanks and greeting of other languages. */
const foreign: readonly (readonly [string, RegExp, RegExp])[] = [
  ['es', /^\W*(?:muchas |mil )?gracias\b/iu, /^\W*(?:hola|buenos d[ií]as|buenas)\b/iu],
  ['de', /^\W*(?:vielen |herzlichen )?dank(?:e)?\b/iu, /^\W*(?:hallo|guten (?:tag|morgen|abend))\b/iu],
  ['fr', /^\W*merci\b/iu, /^\W*(?:bonjour|bonsoir|salut)\b/iu],
  ['pt', /^\W*(?:muito )?obrigad[oa]\b/iu, /^\W*(?:ol[áa]|bom dia|boa (?:tarde|noite))\b/iu],
  ['ar', /^\P{L}*(?:شكرا|شكرًا)/u, /^\P{L}*(?:مرحبا|مرحبًا|السلام عليكم|أهلا)/u],
]

const longestCourtesy = 5

/** The language of a message of thanks or greeting alone. */
export function courtesyLanguage(message: string): string | undefined {
  if ((message.match(/\p{L}+/gu)?.length ?? 0) > longestCourtesy) return undefined
  return foreign.find(([, thanks, greeting]) => thanks.test(message) || greeting.test(message))?.[0]
}

/** A reply to what asks for no source: a greeting, a word of thanks, a question about the assistant itself. */
export function courteousReply(message: string, texts: AnswerTexts = answerTexts('en')): string | undefined {
  const spoken = words(message)
  const isCourtesy = spoken.length > 0 && spoken.length <= 8 && spoken.every((word) => courtesies.has(word))
  const other = foreign.find(([language]) => language === courtesyLanguage(message))
  if (other !== undefined && !/[?؟]/u.test(message))
    return other[1].test(message) ? texts.welcome : texts.about
  if (
    isCourtesy &&
    /\b(?:thanks?|thx|cheers|ta|great|perfect|helpful|helps|lovely|brilliant|awesome|wonderful)\b/iu.test(
      message,
    )
  )
    return texts.welcome
  if (isThanks(message)) return texts.welcome
  if (!isCourtesy && !aboutItself.test(message.trim()) && !asksHowItWorks(message.trim())) return undefined
  return texts.about
}

const thanks = /\b(?:thanks?|thank (?:you|u)|thx|cheers|ta very much|much appreciated|appreciate it)\b/iu
const asks =
  /[?؟]|(?:^|[.,;!]\s*|\b(?:and|but|also|now|so|then)\s+)(?:what|which|who|when|where|why|how|is|are|can|could|do|does|did|should|would|will|may|tell|show|i need|i want|any)\b/iu
const longestThanks = 14

/** Thanks that ask for nothing and name no topic, such as "Great, that was all, thanks a million!". */
function isThanks(message: string): boolean {
  return (
    thanks.test(message) &&
    !asks.test(message) &&
    words(message).length <= longestThanks &&
    topicsOf(message).length === 0
  )
}
