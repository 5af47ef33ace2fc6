/** The languages that every text is there in. English is the source, and what is shown where nothing else fits. */
export const languages = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'es', name: 'Español', direction: 'ltr' },
  { code: 'ar', name: 'العربية', direction: 'rtl' },
] as const

/** The code of a language, as in `<html lang>`. */
export type Language = (typeof languages)[number]['code']

/** The name in the browser's storage under which a chosen language is kept. */
export const languageKey = 'language'

/**
 * The first language that is wanted and there, else English. A wanted one may name a region, as `es-MX` does;
 * what is no language is passed over.
 */
export function chooseLanguage(wanted: readonly (string | null | undefined)[]): Language {
  for (const tag of wanted) {
    const primary = tag?.toLowerCase().split(/[-_]/u, 1)[0]
    const found = languages.find(({ code }) => code === primary)
    if (found !== undefined) return found.code
  }
  return 'en'
}

/** Says on the document's root in which language and direction it is read. */
export function markLanguage(root: HTMLElement, language: Language): void {
  root.lang = language
  root.dir = languages.find(({ code }) => code === language)?.direction ?? 'ltr'
}
