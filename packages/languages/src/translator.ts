import { IntlMessageFormat } from 'intl-messageformat'
import { type Language, languages } from './languages.ts'
import type { Translator } from './texts.ts'

/** A message in ICU's format, or more of them by name or number. */
export type Messages = string | { readonly [name: string]: Messages } | readonly Messages[]

/** Catalogues by path, `…/<language>/<name>.json`, each fetched when it is asked for. */
export type Catalogues = Readonly<Record<string, () => Promise<unknown>>>

const kitCatalogues = import.meta.glob<unknown>('./*/kit.json', { import: 'default' })

/**
 * Puts a language's texts in the place of the English ones.
 *
 * @param catalogues the app's own
 */
export function createTranslator(language: Language, catalogues: Catalogues): Translator {
  const files = Object.entries({ ...catalogues, ...kitCatalogues })
  const loaded = new Map<string, Messages>()
  const isolates = languages.find(({ code }) => code === language)?.direction === 'rtl'

  return {
    language,
    async load(catalogue) {
      const file = files.find(([path]) => path.endsWith(`/${language}/${catalogue}.json`))
      if (file === undefined) throw new Error(`There is no catalogue ${language}/${catalogue}.json.`)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A file of ours; a test reads each.
      loaded.set(catalogue, (await file[1]()) as Messages)
    },
    fill(name, english) {
      const [catalogue = '', part = ''] = name.split('/')
      const messages = Object.entries(loaded.get(catalogue) ?? {}).find(([key]) => key === part)?.[1]
      if (typeof messages === 'object') write(english, messages)
    },
  }

  function write(texts: object, messages: Exclude<Messages, string>): void {
    for (const [key, message] of Object.entries(messages)) {
      const before: unknown = Reflect.get(texts, key)
      if (typeof message === 'object' && typeof before === 'object' && before !== null) write(before, message)
      else if (typeof message === 'string') Reflect.set(texts, key, toText(message))
    }
  }

  /** A message with arguments, `{0}` the first of them, becomes a function of these. */
  function toText(message: string): string | ((...values: unknown[]) => string) {
    if (!message.includes('{')) return message
    let format: IntlMessageFormat | undefined
    return (...values) => {
      // A name from left to right must not turn the sentence around it.
      const pattern = isolates ? message.replaceAll(/\{\d+\}/gu, '\u2068$&\u2069') : message
      format ??= new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true })
      return String(format.format(Object.fromEntries(values.map((value, index) => [index, toValue(value)]))))
    }
  }
}

function toValue(value: unknown): string | number {
  return typeof value === 'number' ? value : String(value)
}
