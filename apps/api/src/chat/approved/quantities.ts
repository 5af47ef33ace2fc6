/** Units by their folded names, with the unit that they are counted in and the factor to it. */
const units = new Map<string, readonly [unit: string, factor: number]>()
const add = (unit: string, factor: number, names: string) => {
  for (const name of names.split(' ')) units.set(name, [unit, factor])
}
add(
  'mg',
  1,
  'mg milligram milligrams milligramo miligramo miligramos milligramm milligramme milligrammes miligrama miligramas ملغ مغ ملغم مجم',
)
add('mg', 1000, 'g gram grams gramo gramos gramm gramme grammes grama gramas غرام جرام غم')
add(
  'mg',
  0.001,
  'mcg ug μg µg microgram micrograms microgramo microgramos mikrogramm microgramme microgrammes micrograma microgramas ميكروغرام',
)
add('iu', 1, 'iu ui ie unit units unidad unidades einheit einheiten unite unites unidade unidades وحده')
add('ml', 1, 'ml milliliter milliliters mililitro mililitros millilitre millilitres')
add('day', 1, 'day days dia dias tag tage tagen jour jours يوم ايام')
add('day', 7, 'week weeks semana semanas woche wochen semaine semaines اسبوع اسابيع')
add('month', 1, 'month months mes meses monat monate monaten mois شهر اشهر')
add('month', 12, 'year years yr yrs yo ano anos jahr jahre jahren ans annees سنه سنوات عام')
add('hour', 1, 'hour hours hora horas stunde stunden heure heures ساعه ساعات')
add('percent', 1, 'percent prozent pourcent porciento')

/** A number with its unit, and the number of words that it takes. */
export interface Quantity {
  /** Such as `1000 mg`; a number without unit is itself. */
  text: string
  length: number
}

/** Reads the quantity that begins at a word: `1`, `g` and `5mg` of folded words. One gram is 1000 mg. */
export function quantityAt(words: readonly string[], start: number): Quantity | undefined {
  const word = words[start] ?? ''
  const [whole, digits = '', own = ''] = /^(\d{1,9})(\p{L}{0,12})$/u.exec(word) ?? []
  if (whole === undefined) return undefined
  // Names such as 5htp are no quantities.
  if (own !== '' && !units.has(own)) return undefined
  const known = units.get(own === '' ? (words[start + 1] ?? '') : own)
  const value = Number(digits)
  if (known === undefined) return { text: String(value), length: 1 }
  const [unit, factor] = known
  return { text: `${value * factor} ${unit}`, length: own === '' ? 2 : 1 }
}

/** Languages that write thousands with a comma and fractions with a point; the other ones write them the other way round. */
const commaLanguages: ReadonlySet<string> = new Set(['en', 'ar'])

/**
 * Joins the digits of a number as its language writes it: in English `1,000` is 1000, and `1.500` is one and a half, which
 * stays a word of its own.
 */
export function joinDigits(text: string, language: string): string {
  return commaLanguages.has(language)
    ? text.replaceAll(/(?<![\d.,])([1-9]\d{0,2})[,\u00A0\u202F](\d{3})(?![\d,.]*\d)/gu, '$1$2')
    : text.replaceAll(/(?<![\d.,])([1-9]\d{0,2})[.\u00A0\u202F](\d{3})(?![\d,.]*\d)/gu, '$1$2')
}
