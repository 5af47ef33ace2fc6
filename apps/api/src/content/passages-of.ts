import { type ArticleSection, splitSections } from '../knowledge/content/article-file.ts'

// A passage longer than this is split, so that a citation leads to the text that it rests on.
const longestPassage = 2000
const usualPassage = 1200

/** The passages of an article: one a `##` heading; long sections are split between paragraphs, lines or sentences. */
export function passagesOf(body: string): ArticleSection[] {
  return splitSections(body.replaceAll('\r\n', '\n')).flatMap(({ heading, body: text, questions }) =>
    splitText(text).map((part) => ({ heading, body: part, questions })),
  )
}

function splitText(text: string): string[] {
  if (text.length <= longestPassage) return [text]
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    const rest = text.length - from
    const end =
      rest <= longestPassage ? text.length : from + endOfPart(text.slice(from, from + longestPassage))
    const part = text.slice(from, end).trim()
    if (part !== '') parts.push(part)
    from = end
  }
  return parts
}

/** The end of a part: after the first paragraph, line, sentence or word that ends beyond the usual length. */
function endOfPart(text: string): number {
  for (const end of ['\n\n', '\n', '. ', ' ']) {
    const found = text.indexOf(end, usualPassage)
    if (found !== -1) return found + end.length
  }
  for (const end of ['\n\n', '\n', '. ', ' ']) {
    const found = text.lastIndexOf(end, usualPassage)
    if (found > 0) return found + end.length
  }
  // Never between the two halves of a surrogate pair.
  return /[\uD800-\uDBFF]$/u.test(text) ? text.length - 1 : text.length
}
