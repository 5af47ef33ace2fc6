import ar from './ar.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** The languages that the server speaks. English is the source; the others are catalogues by English sentence. */
export type Language = 'en' | 'es' | 'ar'

const catalogues: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: new Map(),
  es: new Map(Object.entries(es)),
  ar: new Map(Object.entries(ar)),
}

/**
 * One of the server's sentences in a language; in English where that has none.
 *
 * @param values what takes the place of `{0}`, `{1}` and so on
 */
export function say(language: Language, sentence: string, ...values: readonly unknown[]): string {
  const said = catalogues[language].get(sentence) ?? sentence
  if (values.length === 0) return said
  return said.replaceAll(/\{(\d)\}/gu, (_, place) => String(values[Number(place)]))
}

/**
 * Returns the supported language that a reader prefers, else English.
 *
 * @param wanted languages as `Accept-Language` names them (RFC 9110 section 12.5.4): `es-MX,es;q=0.9,en;q=0.8`
 */
export function chooseLanguage(wanted: string | undefined): Language {
  const choices = (wanted ?? '').split(',').map((choice) => {
    const [tag = '', weight] = choice.split(';')
    const primary = tag.trim().toLowerCase().split('-', 1)[0]
    return { primary, weight: weight === undefined ? 1 : Number(/q=([\d.]+)/u.exec(weight)?.[1] ?? 0) }
  })
  const best = choices
    .filter(({ primary, weight }) => isLanguage(primary) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)[0]?.primary
  return isLanguage(best) ? best : 'en'
}

function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(catalogues, code)
}
