const opening = '<details'
const closing = '</details>'
const wordCharacter = /\w/u
const space = /\s*/uy

/**
 * Returns an earlier answer as a model may read it: without its citation numbers, product tags and thinking. Takes
 * time linear in the length of the text, which a guest's browser may have written.
 */
export function plainAnswer(content: string): string {
  return withoutDetails(content)
    .replaceAll(/\s?\[\d+(?:\s?[,–-]\s?\d+)*\]/gu, '')
    .replaceAll(/<\/?product[^<>]*>/giu, '')
}

/** Returns an answer as one text without marks. */
export function plainText(answer: string): string {
  return plainAnswer(answer)
    .replaceAll(/[*_`>#|]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

// A pattern for the whole element is quadratic in the number of openings that nothing closes.
function withoutDetails(text: string): string {
  let plain = ''
  let from = 0
  let open = text.indexOf(opening)
  while (open !== -1) {
    const inside = open + opening.length
    if (wordCharacter.test(text.charAt(inside))) {
      open = text.indexOf(opening, inside)
      continue
    }
    const openEnd = text.indexOf('>', inside)
    const close = openEnd === -1 ? -1 : text.indexOf(closing, openEnd)
    if (close === -1) break
    plain += text.slice(from, open)
    space.lastIndex = close + closing.length
    from = space.lastIndex + (space.exec(text)?.[0].length ?? 0)
    open = text.indexOf(opening, from)
  }
  return plain + text.slice(from)
}
