import { diffArrays } from 'diff'

/** A piece of a text; `isChanged` where the other text lacks it. */
export interface TextPiece {
  text: string
  isChanged: boolean
}

/** Texts with more changed words are not compared: it takes too long, and little would be left unmarked. */
const mostEdits = 600

/** Returns the pieces of both texts with their changed words; undefined for texts that are not worth comparing. */
export function changedWords(
  before: string,
  after: string,
): { before: TextPiece[]; after: TextPiece[] } | undefined {
  const [old, current] = [before, after].map((text) => text.split(/(\s+)/u))
  if (old === undefined || current === undefined || old.length === 1 || current.length === 1) return undefined
  const parts = diffArrays(old, current, { maxEditLength: mostEdits })
  if (parts === undefined || parts.every(({ added, removed }) => added || removed)) return undefined
  const side = (isOther: (part: { added: boolean; removed: boolean }) => boolean): TextPiece[] =>
    parts
      .filter((part) => !isOther(part))
      .map(({ value, added, removed }) => ({ text: value.join(''), isChanged: added || removed }))
  return { before: side(({ added }) => added), after: side(({ removed }) => removed) }
}
