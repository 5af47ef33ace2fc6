/** Combining marks in a row that are read, as in the stream-safe text format of Unicode (UAX #15, section 13). No language writes more. */
const longRun = /(\p{M}{30})\p{M}+/gu

/** UTF-16 units up to which the time that the order of marks takes does not matter. */
const shortText = 1000

/**
 * Normalizes a text in time that is linear in its length: ICU sorts the marks of a character by insertion, so that a character
 * with 30,000 marks stops the event loop for a second. Marks beyond thirty in a row are dropped.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  const safe = text.length > shortText ? text.replaceAll(longRun, '$1') : text
  return safe.normalize(form)
}
