import { words } from '../../../knowledge/clauses.ts'

const wantsToDie =
  /\b(?:kill(?:ing)? myself|suicid(?:e|al)|end(?:ing)? my (?:own )?life|(?:want|wish|going) to die|wish i was dead|hurt(?:ing)? myself|harm(?:ing)? myself|self[- ]harm|cut(?:ting)? myself)\b/iu
const emergency =
  /\b(?:chest pain|pain in my chest|having a (?:heart attack|stroke)|(?:can ?['’]?t|cannot|can not|trouble|difficulty|struggling to) breath(?:e|ing)|overdosed|took too many (?:pills|tablets)|poisoned|anaphyla\w+|severe bleeding)\b/iu

/** What must come before any source: a person in danger is sent to people, not to articles. */
export function urgentHelp(message: string): string | undefined {
  if (wantsToDie.test(message)) {
    return 'I am sorry that you are going through this. Please talk to somebody right now: call your local emergency number (112 in Europe, 911 in the United States), or a crisis line such as 988 in the United States and Canada or 116 123 in the United Kingdom and Ireland. If you can, tell a person near you.\n\nI can only quote articles, which is not the help that you need at this moment.'
  }
  if (emergency.test(message)) {
    return 'This may be an emergency. Please call your local emergency number now (112 in Europe, 911 in the United States), and do not wait for an answer here.\n\nI can only quote articles, and cannot judge symptoms.'
  }
  return undefined
}

const courtesies = new Set(
  'hi hello hey good morning afternoon evening thanks thank you thx ok okay great cool nice very much so bye goodbye there lot a again'.split(
    ' ',
  ),
)
const aboutItself =
  /^(?:\W*(?:hi|hello|hey)\W+)?(?:who|what) are you\b|^what can (?:you (?:do|help|tell)|i ask)\b|^how (?:do|can) (?:you|i use (?:you|this))\b[^?]*\??$/iu

/** A reply to what asks for no source: a greeting, a word of thanks, a question about the assistant itself. */
export function courteousReply(message: string): string | undefined {
  const spoken = words(message)
  const isCourtesy = spoken.length > 0 && spoken.length <= 6 && spoken.every((word) => courtesies.has(word))
  if (isCourtesy && /\b(?:thanks?|thx)\b/iu.test(message))
    return 'You are welcome. Ask whenever there is more.'
  if (!isCourtesy && !aboutItself.test(message.trim())) return undefined
  return 'I answer questions from the articles of this knowledge base, and give the source of every statement. I know nothing else, and do not replace a doctor. What would you like to know?'
}
