import { ownRoot } from '../loader/own-document.ts'

/** Options of a greeting's script tag. */
export interface GreetingOptions {
  /** Id of the widget that it opens. */
  id: string
  text: string
  /** Seconds after the page has loaded. */
  seconds: number
  /** Beginning of the paths of pages that show it. */
  path: string
  isTop: boolean
  isLeft: boolean
  /** Name of the button that closes it. */
  dismiss: string
}

/** Longest wait, in seconds. */
const maxSeconds = 600

const dismissLabels = new Map([
  ['en', 'Dismiss'],
  ['es', 'Descartar'],
  ['ar', 'إغلاق'],
])

/**
 * Reads the data attributes of the greeting's script tag: `cfg` or `id` of the widget, `text`, `seconds` (else 10), `path`
 * (else every page), `position` (else `bottom-right`) and `lang` (else the page's). Undefined without a text.
 */
export function readGreeting(
  dataset: Readonly<Record<string, string | undefined>>,
): GreetingOptions | undefined {
  const text = dataset['text']?.trim() ?? ''
  if (text === '') return undefined
  const seconds = Number(dataset['seconds'] ?? Number.NaN)
  const position = dataset['position'] ?? ''
  const languages = [dataset['lang'] ?? ownRoot()?.lang ?? '', ...navigator.languages]
  const known = languages.map((tag) => dismissLabels.get(tag.split('-')[0] ?? ''))
  return {
    id: dataset['id'] ?? dataset['cfg'] ?? '',
    text,
    seconds: seconds >= 0 ? Math.min(seconds, maxSeconds) : 10,
    path: dataset['path'] ?? '',
    isTop: position.startsWith('top'),
    isLeft: position.endsWith('left'),
    dismiss: known.find((label) => label !== undefined) ?? 'Dismiss',
  }
}
