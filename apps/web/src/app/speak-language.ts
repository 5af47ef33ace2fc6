import { chooseLanguage, speak } from '@org/languages'
import { createTranslator } from '@org/languages/translator'

const catalogues = import.meta.glob<unknown>('../languages/*/*.json', { import: 'default' })

/** Speaks another language than English, and fetches the texts of the shell around every page. */
export async function speakLanguage(language: string): Promise<void> {
  await speak(createTranslator(chooseLanguage([language]), catalogues), ['kit', 'shell'])
}
