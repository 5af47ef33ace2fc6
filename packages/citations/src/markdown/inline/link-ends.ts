/** CommonMark lets parentheses in an address nest this deep. */
const MAX_PARENTHESES = 32
const MAX_ADDRESS = 2048

/** The position behind the `)` of a link whose `(` stands at `at`; 0 when it is no link, -1 when it may become one. */
export function endOfDestination(text: string, at: number): number {
  const limit = Math.min(text.length, at + MAX_ADDRESS)
  const isOpenEnd = limit === text.length
  let index = at + 1
  if (text.charAt(index) === '<') {
    const close = /[<>\n]/gu
    close.lastIndex = index + 1
    const end = close.exec(text)
    if (end === null) return isOpenEnd ? -1 : 0
    if (end[0] !== '>') return 0
    index = end.index + 1
  }
  let depth = 1
  let quote = ''
  let isSpaced = false
  for (; index < limit; index += 1) {
    const character = text.charAt(index)
    if (character === '\\') index += 1
    else if (quote !== '') quote = character === quote ? '' : quote
    else if (character === ' ' || character === '\n' || character === '\t') isSpaced = index > at + 1
    else if (character === ')') {
      depth -= 1
      if (depth === 0) return index + 1
    } else if (isSpaced && (character === '"' || character === "'")) quote = character
    else if (isSpaced) return 0
    else if (character === '(') {
      depth += 1
      if (depth > MAX_PARENTHESES) return 0
    }
  }
  return isOpenEnd ? -1 : 0
}

/** Returns whether the text from `at` to its end may become a link in angle brackets. */
export function isPartialAutolink(text: string, at: number): boolean {
  if (text.length - at > 600) return false
  const rest = text.slice(at + 1).toLowerCase()
  return (
    /^(?:https?|mailto|tel):[^\s<>]*$/u.test(rest) ||
    ['https:', 'mailto:', 'tel:'].some((scheme) => scheme.startsWith(rest))
  )
}
