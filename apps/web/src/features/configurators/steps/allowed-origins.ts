/** The entries of a text with one origin a line: blank lines dropped, each once. */
export function readOrigins(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

/** The entries that neither start with `http://` or `https://` nor are the literal `null` (specification 2, section 5). */
export function wrongOrigins(text: string): string[] {
  return readOrigins(text).filter((entry) => entry !== 'null' && !/^https?:\/\//iu.test(entry))
}
