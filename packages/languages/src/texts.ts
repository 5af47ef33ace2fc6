import type { Language } from './languages.ts'

/** Replaces English texts by those of another language. */
export interface Translator {
  language: Language
  /** Fetches a catalogue. */
  load: (catalogue: string) => Promise<void>
  /** Writes the texts of that name over the English ones, if their catalogue is there. */
  fill: (name: string, english: object) => void
}

/** All texts by their names. */
export const registered = new Map<string, object>()
let translator: Translator | undefined

/**
 * English texts that other languages have, too. They are what it gives back; where another language is spoken,
 * its texts are written over them. So code that is there before the language is known reads them when they are
 * shown, and not while it loads.
 *
 * @param name `<catalogue>/<part>`: the file in `languages/<code>/` and what they are called in it
 */
export function texts<Texts extends object>(name: string, english: Texts): Texts {
  registered.set(name, english)
  translator?.fill(name, english)
  return english
}

/**
 * Speaks another language from now on. Before anything is shown, and once.
 *
 * @param catalogues those that the code needs which is there by now
 * @throws {Error} when one of them cannot be had; English is spoken on
 */
export async function speak(other: Translator, catalogues: readonly string[]): Promise<void> {
  await Promise.all(catalogues.map((each) => other.load(each)))
  translator = other
  fillAll(other)
}

/** Fetches what code that comes next will say. Where it cannot be had, that is said in English. */
export async function loadTexts(catalogue: string): Promise<void> {
  if (translator === undefined) return
  await translator.load(catalogue).catch(() => {})
  fillAll(translator)
}

function fillAll(translator: Translator): void {
  for (const [name, english] of registered) translator.fill(name, english)
}

/** The language that is spoken. */
export function currentLanguage(): Language {
  return translator?.language ?? 'en'
}

/** Returns the locale for `Intl`: the active language, or in English the given default. */
export function localeOr<English extends string | undefined>(english: English): English | Language {
  return translator?.language ?? english
}
