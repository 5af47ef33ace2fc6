import { speak, type Language } from '@org/languages'
import { createTranslator } from '@org/languages/translator'

const catalogues = import.meta.glob<unknown>('../languages/*/*.json', { import: 'default' })

/** Speaks another language than English, and fetches its texts. */
export async function speakLanguage(language: Language): Promise<void> {
  await speak(createTranslator(language, catalogues), ['kit', 'widget'])
}
