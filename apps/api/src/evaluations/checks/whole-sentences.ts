import { paragraphsOf } from './plain-text.ts'

/** Marks that end a sentence, in the scripts of the interface's languages, also inside quotes and brackets. */
const endOfSentence = /[.!?…:؟。]["'”’»)\]]*$/u

/** Returns the first paragraph that breaks off or begins within a sentence; undefined when all are whole. */
export function brokenParagraph(text: string): string | undefined {
  return paragraphsOf(text).find((line) => !endOfSentence.test(line) || /^[,;.)]/u.test(line))
}
