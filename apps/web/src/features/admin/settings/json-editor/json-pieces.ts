/** Token kind of JSON, for highlighting. */
export type JsonKind = 'key' | 'text' | 'number' | 'word'

/** A piece of a text of JSON. */
export interface JsonPiece {
  /** Offset in the text. */
  at: number
  text: string
  /** Undefined: a sign, white space, or what no JSON holds. */
  kind: JsonKind | undefined
  /** True for the first invalid token. */
  isError: boolean
}

const coloured =
  /(?<string>"(?:[^"\\\n]|\\.)*"?)(?<colon>[\t ]*:)?|(?<number>-?\d[\d.eE+-]*)|(?<word>\b(?:true|false|null)\b)/gu

/**
 * A text of JSON, whole or not, in pieces that together are the text.
 *
 * @param errorAt where it stops being JSON, from its start; undefined where it does not
 */
export function toJsonPieces(text: string, errorAt?: number): JsonPiece[] {
  const pieces: JsonPiece[] = []
  let end = 0

  function add(from: number, to: number, kind?: JsonKind): void {
    const isHere = errorAt !== undefined && errorAt >= from && errorAt < to
    if (isHere && kind === undefined) {
      // One character alone is wrong.
      add(from, errorAt)
      pieces.push({ at: errorAt, text: text.slice(errorAt, errorAt + 1), kind, isError: true })
      add(errorAt + 1, to)
    } else if (to > from) {
      pieces.push({ at: from, text: text.slice(from, to), kind, isError: isHere })
    }
  }

  for (const { index, groups = {} } of text.matchAll(coloured)) {
    const { string, colon, number, word } = groups
    const found = string ?? number ?? word ?? ''
    const kind =
      string === undefined ? (number === undefined ? 'word' : 'number') : colon === undefined ? 'text' : 'key'
    add(end, index)
    end = index + found.length
    add(index, end, kind)
  }
  add(end, text.length)
  return pieces
}
