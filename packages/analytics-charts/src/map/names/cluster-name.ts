import type { ExpressionSpecification } from 'maplibre-gl'
import type { Locale } from '../../format.ts'

/** Names shown of a circle; more are counted. */
const SHOWN = 3

// A control character: no country's name holds it.
const BETWEEN = '\u0001'

/**
 * Collects the names of the points in a cluster, as a MapLibre cluster property `names`. The map computes it for every
 * zoom; {@link nameOf} reads it.
 */
export const namesProperty: [reduce: ExpressionSpecification, map: ExpressionSpecification] = [
  [
    'case',
    ['in', ['get', 'names'], ['accumulated']],
    ['accumulated'],
    ['concat', ['accumulated'], ['get', 'names']],
  ],
  ['concat', BETWEEN, ['get', 'name'], BETWEEN],
]

/**
 * Returns the name of a circle: its place's, or the names of all places in it.
 *
 * @example
 * nameOf({ names: '\u0001France\u0001\u0001Spain\u0001' }, 'en', 'Unknown place') // 'France and Spain'
 */
export function nameOf(
  { name, names }: Readonly<Record<string, unknown>>,
  locale: Locale,
  unknownPlace: string,
): string {
  const found = typeof names === 'string' ? names.split(BETWEEN) : [typeof name === 'string' ? name : '']
  const distinct = [...new Set(found)].filter((one) => one !== '')
  if (distinct.length === 0) return unknownPlace
  const list = new Intl.ListFormat(locale, { type: distinct.length > SHOWN ? 'unit' : 'conjunction' })
  const more = distinct.length > SHOWN ? ` +${distinct.length - SHOWN}` : ''
  return `${list.format(distinct.slice(0, SHOWN))}${more}`
}
