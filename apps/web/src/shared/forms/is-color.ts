/** Returns whether a text is a colour as the server accepts it: `#` and six hexadecimal digits. */
export function isColor(text: string): boolean {
  return /^#[\da-f]{6}$/iu.test(text.trim())
}
