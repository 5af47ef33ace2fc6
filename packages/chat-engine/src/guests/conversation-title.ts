const MAX_CHARACTERS = 60

/**
 * A conversation's name made of its first question, for where no server gives one: at most 60 characters, cut
 * between words where there are any, with '…' for what is missing.
 */
export function titleOf(question: string): string {
  const text = question.trim().replaceAll(/\s+/gu, ' ')
  const characters = Array.from(text)
  if (characters.length <= MAX_CHARACTERS) return text
  const start = characters.slice(0, MAX_CHARACTERS).join('')
  const space = start.lastIndexOf(' ')
  const kept = space > 0 ? start.slice(0, space) : characters.slice(0, MAX_CHARACTERS - 1).join('')
  return `${kept.replace(/(?<![\s.,;:!?–—-])[\s.,;:!?–—-]+$/u, '')}…`
}

/**
 * Greetings and thanks of up to four words: they name no conversation. A longer message begins with a greeting and goes
 * on with a question.
 */
const greeting =
  /^\P{L}*(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you|hola|buen[oa]s|gracias|hallo|guten (?:tag|morgen|abend)|danke|bonjour|bonsoir|salut|merci|ol[áa]|bom dia|obrigad[oa]|مرحبا|أهلا|شكرا|السلام عليكم)(?!\p{L})/iu

/** True for a message that only greets or thanks. */
export function isGreeting(message: string): boolean {
  return greeting.test(message) && !/[?؟]/u.test(message) && (message.match(/\p{L}+/gu)?.length ?? 0) <= 4
}
