/** A piece of highlighted code. */
export interface CodeToken {
  readonly text: string
  /** Kind of the token in lower case: `keyword`, `string`, `comment`, …; shown as `org-code-<kind>`. */
  readonly kind?: string | undefined
}

/**
 * Splits code into tokens, whose texts together are the code; gives `undefined` for a language that it does not
 * know.
 */
export type HighlightCode = (code: string, language: string) => Promise<readonly CodeToken[] | undefined>
