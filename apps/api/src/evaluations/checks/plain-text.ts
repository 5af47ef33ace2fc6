import { plainAnswer } from '../../chat/model/plain-answer.ts'

/** Returns the paragraphs of an answer as people read them: without marks of Markdown, citations and product tags. */
export function paragraphsOf(text: string): string[] {
  return plainAnswer(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => isProse(line))
    .map((line) => line.replaceAll(/[*_`>#]/gu, '').trim())
    .filter((line) => line !== '')
}

/** Headings, list items, tables, rules and code are no sentences. */
function isProse(line: string): boolean {
  return !/^(?:#{1,6}\s|[-*+]\s|\d{1,3}[.)]\s|\||```|~~~|-{3,}$|\*{3,}$)/u.test(line)
}
