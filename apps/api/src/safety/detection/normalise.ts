import { normalizeText } from '../../platform/process/normalize-text.ts'

/** Letters that Unicode decomposition leaves as they are, and Arabic letters that are written in several ways. */
const letterVariants: Readonly<Record<string, string>> = {
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ı: 'i',
  ł: 'l',
  ٱ: 'ا',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  گ: 'ك',
  ة: 'ه',
  ؤ: 'و',
  ئ: 'ي',
  ء: '',
  ـ: '',
}

/** Emoji that carry meaning here, as words of the shared lexicon. */
const emojiWords: Readonly<Record<string, string>> = {
  '💊': 'emojipill',
  '🔪': 'emojiknife',
  '🗡': 'emojiknife',
  '🔫': 'emojigun',
  '🩸': 'emojiblood',
  '🤮': 'emojivomit',
  '🤢': 'emojinausea',
  '😵': 'emojidizzy',
  '🤰': 'emojipregnant',
  '🤱': 'emojinursing',
  '👶': 'emojibaby',
  '🍯': 'emojihoney',
  '🤒': 'emojifever',
  '🌡': 'emojifever',
  '⚰': 'emojicoffin',
  '👋': 'emojibye',
  '🖤': 'emojibye',
  '🕊': 'emojibye',
  '🍷': 'emojialcohol',
  '🍺': 'emojialcohol',
  '🐝': 'emojibee',
  '🥜': 'emojipeanut',
  '🐍': 'emojisnake',
  '🔥': 'emojifire',
}

const symbolLetters: Readonly<Record<string, string>> = { '@': 'a', $: 's', '!': 'i', '€': 'e', '*': '' }

/**
 * Lower-cases a text, drops accents and vowel marks, unifies Arabic letters and digits, joins letters that punctuation
 * separates (`s-u-i-c-i-d-e`), drops e-mail addresses, and turns emoji of the map into words. Runs in time linear to the
 * text's length.
 */
export function normalise(text: string): string {
  const lower = normalizeText(text, 'NFKC').toLowerCase()
  return joinSplit(/[^\n\r\t -~]/u.test(lower) ? plainLetters(lower) : lower)
}

function plainLetters(text: string): string {
  return normalizeText(text, 'NFD')
    .replaceAll(/[\p{M}\u200B-\u200F\u2060\uFEFF\u00AD]/gu, '')
    .replaceAll(/[ßœæøıłٱأإآىیکگةؤئءـ]/gu, (letter) => letterVariants[letter] ?? letter)
    .replaceAll(/[٠-٩۰-۹]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replaceAll(/(?<=\d)٫(?=\d)/gu, '.')
    .replaceAll(/(?<=\d)٬(?=\d)/gu, '')
    .replaceAll(/\p{Extended_Pictographic}/gu, (emoji) => ` ${emojiWords[emoji] ?? ''} `)
}

/** Letters and digits of an address would be read as ages, units and vitamins. */
const emailAddresses = /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?![\w@])/gu

/**
 * Drops e-mail addresses, joins letters that punctuation separates, reads symbols as letters, and splits off elided
 * articles.
 */
function joinSplit(text: string): string {
  return text
    .replaceAll(emailAddresses, ' ')
    .replaceAll(/(?<![\p{L}\d])[\p{L}\d](?:[-._*·•+|/][\p{L}\d]){3,}(?![\p{L}\d])/gu, (spelt) =>
      spelt.replaceAll(/[-._*·•+|/]/gu, ''),
    )
    .replaceAll(/(?<=\p{L})[@$!€*](?=\p{L})/gu, (symbol) => symbolLetters[symbol] ?? symbol)
    .replaceAll(/(?<![\p{L}\d])([jldnmtsc]|qu)['’`´](?=\p{L})/gu, '$1 ')
    .replaceAll(/['’`´]/gu, '')
}
