import { IntlMessageFormat } from 'intl-messageformat'
import { registered } from './texts.ts'
import type { Messages } from './translator.ts'

export { registered }

/** An app's catalogues by path, `./es/site.json`, each with the texts of its parts. */
export type Catalogues = Readonly<Record<string, Readonly<Record<string, Messages>>>>

/** Returns the problems of an app's translation of its own texts; the packages' texts are checked elsewhere. */
export function problemsOfCatalogues(language: string, catalogues: Catalogues): string[] {
  const own = [...registered].filter(([name]) => !name.startsWith('kit/'))
  return own.flatMap(([name, english]) => {
    const [file = '', part = ''] = name.split('/')
    return problemsOf(english, catalogues[`./${language}/${file}.json`]?.[part], `${language}/${name}`)
  })
}

/** The parts of an app's catalogues, `site/about`, that translate no registered text. */
export function strayTranslations(catalogues: Catalogues): string[] {
  const translated = Object.entries(catalogues).flatMap(([path, parts]) => {
    const file = path.split('/').at(-1)?.replace('.json', '')
    return Object.keys(parts).map((part) => `${file}/${part}`)
  })
  return translated.filter((name) => !registered.has(name))
}

/** Keys in lists that are identifiers, not texts. */
const noTexts = new Set(['id', 'drawing'])

/**
 * Returns the problems of a translation: missing texts, extra texts, and texts with other arguments
 * than the English ones. Empty when it is complete.
 */
export function problemsOf(english: unknown, translation: Messages | undefined, path: string): string[] {
  if (typeof english === 'number') return []
  if (translation === undefined) return [`${path} is missing`]
  if (typeof english === 'string') {
    if (typeof translation !== 'string' || translation.trim() === '') return [`${path} is no text`]
    return translation.includes('{') ? [`${path} takes arguments, and the English text none`] : []
  }
  if (typeof english === 'function') {
    if (typeof translation !== 'string') return [`${path} is no text`]
    const found = argumentsOf(translation).join(',')
    const wanted = Array.from({ length: english.length }, (_, at) => `${at}`).join(',')
    return found === wanted ? [] : [`${path} takes {${found}} in place of {${wanted}}`]
  }
  if (typeof english !== 'object' || english === null || typeof translation === 'string')
    return [`${path} is no list`]
  const parts = new Map<string, Messages>(Object.entries(translation))
  const known = Object.entries(english).filter(([key]) => !noTexts.has(key))
  const names = new Set(known.map(([key]) => key))
  return [
    ...known.flatMap(([key, text]) => problemsOf(text, parts.get(key), `${path}.${key}`)),
    ...[...parts.keys()]
      .filter((key) => !names.has(key))
      .map((key) => `${path}.${key} is in no English text`),
  ]
}

/** The arguments that a message takes, in order. */
function argumentsOf(message: string): string[] {
  const found = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value } = Object.assign<{ type?: unknown; value?: unknown }, object>({}, node)
    // From 1 on, an element of the format's tree is an argument; 0 is a literal and 7 the plural's own number.
    if (typeof type === 'number' && type >= 1 && type <= 6 && typeof value === 'string') found.add(value)
    for (const each of Object.values(node)) visit(each)
  }
  visit(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst())
  return [...found].sort()
}
