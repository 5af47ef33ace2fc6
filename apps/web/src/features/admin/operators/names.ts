import { localeOr } from '@org/languages'

const languages = new Intl.DisplayNames([localeOr('en')], { type: 'language', fallback: 'code' })
const regions = new Intl.DisplayNames([localeOr('en')], { type: 'region', fallback: 'code' })

/** The languages that the safety stage reads. */
export const safetyLanguages = ['en', 'es', 'ar', 'de', 'fr', 'pt'] as const

/** The name of a language (BCP 47) in the reader's own; the code itself where it is none. */
export function languageName(code: string): string {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}

/** The name of a country (ISO 3166-1), or the code itself. */
export function regionName(code: string): string {
  try {
    return regions.of(code) ?? code
  } catch {
    return code
  }
}
