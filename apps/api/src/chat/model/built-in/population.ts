/** A state that changes what a person needs. */
export type State = 'pregnant' | 'breastfeeding' | 'smoker' | 'vegetarian'

/** The people that a question or a sentence is about. */
export interface Population {
  ages: readonly (readonly [number, number])[]
  /** True when the ages stand in figures ("aged 51 to 70"), and not in a word such as "adults". */
  hasFigures: boolean
  sexes: ReadonlySet<'female' | 'male'>
  states: ReadonlySet<State>
}

/** Fit of a sentence to a population. */
export type Fit = 'exact' | 'neutral' | 'conflict'

const oldest = 120

const smallNumbers = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ].flatMap((words) => words.split(' ').map((word, value) => [word, value] as const)),
)
const tens = new Map(
  ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'].map(
    (word, index) => [word, (index + 2) * 10] as const,
  ),
)
const numberWord = new RegExp(
  `\\b(?:(${[...tens.keys()].join('|')})(?:[\\s-]+(one|two|three|four|five|six|seven|eight|nine))?|(${[...smallNumbers.keys()].join('|')}))\\b`,
  'giu',
)

/** Writes number words up to 99 in digits, and "65s" as 65: "fifty five" is 55. */
export function withDigits(text: string): string {
  return text
    .replaceAll(/\b(\d{2})s\b/gu, '$1')
    .replaceAll(numberWord, (_, ten?: string, unit?: string, small?: string) =>
      String(
        ten === undefined
          ? smallNumbers.get((small ?? '').toLowerCase())
          : (tens.get(ten.toLowerCase()) ?? 0) + (smallNumbers.get((unit ?? '').toLowerCase()) ?? 0),
      ),
    )
}

const childhood = [2, 17] as const

/** Words for an age, in questions and in sources. The first that matches counts where several overlap. */
const ageWords: readonly (readonly [RegExp, readonly [number, number]])[] = [
  [/\b(?:newborns?|infants?|bab(?:y|ies)|little one)\b/iu, [0, 1]],
  [/\btoddlers?\b/iu, [1, 3]],
  [/\b(?:teen(?:s|agers?)?|teenaged?|adolescents?|high[- ]schoolers?)\b/iu, [13, 18]],
  [/\b(?:child(?:ren)?|kids?|kiddo|youngsters?|schoolchild(?:ren)?|boys?|girls?|minors?)\b/iu, childhood],
  [
    /\b(?:older (?:adults?|people|persons?|wom[ae]n|m[ae]n)|elderly|seniors?|pensioners?|grand(?:ma|pa|mother|father|dad|parents?)|gran(?:ny|dad|ddad)?|nan(?:a|na)?|the old)\b/iu,
    [66, oldest],
  ],
  [/\b(?:adults?|grown[- ]?ups?|everyone|everybody)\b/iu, [19, oldest]],
]

const femaleWords =
  /\b(?:wom[ae]n(?:['’]s)?|females?|lad(?:y|ies)|wife|wives|mother|mom|mum|mam|daughters?|girls?|girlfriend|sister|aunt(?:ie)?|gran(?:ny|dma|dmother)?|nan(?:a|na)?|she|her)\b/iu
const maleWords =
  /\b(?:m[ae]n(?:['’]s)?|males?|gentlem[ae]n|husbands?|father|dad|daddy|sons?|boys?|boyfriend|brother|uncle|grand(?:pa|ad|dad|father)|blokes?|guys?|lads?|he|him)\b/iu

const stateWords: readonly (readonly [State, RegExp])[] = [
  ['pregnant', /\b(?:pregnan(?:t|cy)|expecting|mother[- ]to[- ]be|trimester|with child)\b/iu],
  ['breastfeeding', /\b(?:breast[- ]?feed(?:ing|s)?|breastfed|nursing|lactat(?:ing|ion))\b/iu],
  ['smoker', /\b(?:smok(?:e|es|er|ers|ing)|cigarettes?|tobacco)\b/iu],
  ['vegetarian', /\b(?:vegetarians?|vegans?|veggie|plant[- ]based)\b/iu],
]

const ageFigures =
  /\b(?:(?:from )?age[ds]?\s+)?(\d{1,3})\s*(?:to|-|–|through)\s*(\d{1,3})\b(?!\s*(?:mg|mcg|g\b|iu|hours?|minutes?|percent|servings?|ounces?|ounce|times|weeks?|months?|days?|cups?|%))|\b(?:from\s+)?age[ds]?\s+(\d{1,3})(?:\s+(?:and|or)\s+(?:older|above|over|up)|\s+onward|\s*\+)?|\b(\d{1,3})\s+(?:and|or)\s+(?:older|above|over)\b|\b(?:older than|over age|over|above|past|after)\s+(?:age\s+|the age of\s+)?(\d{1,3})\b(?!\s*(?:mg|mcg|g\b|iu|hours?|minutes?|percent|ounces?|[,.]\d|%))|\b(?:younger than|under(?: age| the age of)?|up to)\s+(\d{1,3})\s*(months?)?\b(?!\s*(?:mg|mcg|g\b|iu|hours?|minutes?|percent|ounces?|[,.]\d|%))/giu

/** Reads the population of a sentence of the sources. */
export function populationOf(sentence: string): Population {
  const figures: [number, number][] = []
  for (const [whole, from, to, open, older, over, under, months] of sentence.matchAll(ageFigures)) {
    if (from !== undefined && to !== undefined) {
      if (
        Number(to) <= oldest &&
        /age|\bto\b/iu.test(whole) &&
        /age|adults|women|men|children|teen|toddler|people/iu.test(sentence)
      ) {
        figures.push([Number(from), Number(to)])
      }
    } else if (open !== undefined) figures.push([Number(open), oldest])
    else if (older !== undefined) figures.push([Number(older), oldest])
    else if (over !== undefined) figures.push([Number(over) + 1, oldest])
    else if (under !== undefined) figures.push([0, months === undefined ? Number(under) - 1 : 1])
  }
  return withWords(sentence, figures)
}

const askedAge =
  /\b(?:(after|over|above|past|older than)|of|aged?|at|i['’]?m|am|is|are|turned|turning|who['’]?s|she['’]?s|he['’]?s)\s+(\d{1,3})\b(?!\s*(?:mg|mcg|g\b|iu|hours?|minutes?|percent|ounces?|months?|weeks?|days?|times|cups?|calories|[,.]\d|%|night|pm|am\b|o['’]clock|p\.m|a\.m|to\b))|\b(\d{1,3})[\s-]*(years?|yrs?|yo|y\/o|months?|weeks?)(?:[\s-]*olds?)?\b/iu
const baby = /\b(?:bab(?:y|ies)|infants?|newborns?|little one)\b/iu
const person = /\b(?:child|kid|baby|infant|son|daughter|boy|girl|man|woman|toddler|lad)\b/iu
const askedUnder =
  /\b(?:under|younger than|below)\s+(\d{1,2})\b(?!\s*(?:mg|mcg|g\b|iu|hours?|minutes?|percent|%))/iu

/** Reads the population that a question asks about. "A woman of 35", "my gran is 78", "for kids", "I'm expecting". */
export function populationAsked(question: string): Population {
  const text = withDigits(question)
  const figures: [number, number][] = []
  const match = askedAge.exec(text)
  const under = askedUnder.exec(text)
  if (match !== null) {
    const [, over, plain, counted, unit = 'years'] = match
    const value = Number(plain ?? counted)
    const isAge =
      plain !== undefined ||
      /old|yo|y\/o/iu.test(match[0]) ||
      // "A woman may take it for 3 months" has a duration.
      (/month|week/iu.test(unit) ? baby : person).test(text)
    if (isAge && value <= 110) {
      const age = /month|week/iu.test(unit) ? 0 : over === undefined ? value : value + 1
      figures.push([age, age])
    }
  } else if (under !== null)
    figures.push([Math.max(0, Number(under[1]) - 1), Math.max(0, Number(under[1]) - 1)])
  return withWords(text, figures)
}

function withWords(text: string, figures: readonly (readonly [number, number])[]): Population {
  const words = ageWords.filter(([shape]) => shape.test(text)).map(([, ages]) => ages)
  const sexes = new Set<'female' | 'male'>()
  if (femaleWords.test(text)) sexes.add('female')
  if (maleWords.test(text)) sexes.add('male')
  const states = new Set(stateWords.filter(([, shape]) => shape.test(text)).map(([state]) => state))
  return { ages: figures.length > 0 ? figures : words, hasFigures: figures.length > 0, sexes, states }
}

// Amounts without an age are those of adults; older children are often named with them.
const youngest = 4

/** Returns whether all people of a population are infants or toddlers. */
export function isVeryYoung({ ages }: Population): boolean {
  return ages.length > 0 && ages.every(([, to]) => to < youngest)
}

/** Returns whether a population names anybody in particular; "adults" does not. */
export function isParticular({ ages, hasFigures, sexes, states }: Population): boolean {
  return (
    hasFigures || sexes.size > 0 || states.size > 0 || ages.some(([from, to]) => from !== 19 || to !== oldest)
  )
}

function overlaps(left: readonly [number, number], right: readonly [number, number]): boolean {
  return left[0] <= right[1] && right[0] <= left[1]
}

/** Compares the population of a sentence with the one that was asked about. */
export function fitOf(asked: Population, sentence: Population): Fit {
  const ages = agesFit(asked, sentence)
  const sex = sexFit(asked, sentence)
  const states = statesFit(asked, sentence)
  const fits = new Set([ages, sex, states])
  if (states === 'exact')
    return ages === 'conflict' && sentence.hasFigures && asked.hasFigures ? 'conflict' : 'exact'
  if (fits.has('conflict')) return 'conflict'
  return fits.has('exact') ? 'exact' : 'neutral'
}

function agesFit(asked: Population, sentence: Population): Fit {
  if (sentence.ages.length === 0) return 'neutral'
  if (asked.ages.length === 0) {
    // Nobody in particular was asked about: the figures of adults answer, those of infants alone do not.
    const wanted: readonly [number, number] = [19, 64]
    return sentence.ages.some((ages) => overlaps(ages, wanted)) ? 'neutral' : 'conflict'
  }
  const narrow = asked.ages[0] ?? [0, oldest]
  // Advice on children without an age is for infants, too; their amounts are no amounts for infants.
  if (isVeryYoung(asked) && !sentence.hasFigures && sameAges(sentence.ages, childhood)) return 'neutral'
  // "Adults" of a source says nothing of somebody older when another sentence names them.
  if (!sentence.ages.some((ages) => overlaps(ages, narrow))) return 'conflict'
  if (!asked.hasFigures && !sentence.hasFigures) return sameAges(sentence.ages, narrow) ? 'exact' : 'neutral'
  return sentence.hasFigures || sameAges(sentence.ages, narrow) ? 'exact' : 'neutral'
}

function sameAges(ages: readonly (readonly [number, number])[], wanted: readonly [number, number]): boolean {
  return ages.some(([from, to]) => from === wanted[0] && to === wanted[1])
}

function sexFit(asked: Population, sentence: Population): Fit {
  if (asked.sexes.size === 0 || sentence.sexes.size === 0) return 'neutral'
  return [...asked.sexes].some((sex) => sentence.sexes.has(sex)) ? 'exact' : 'conflict'
}

function statesFit(asked: Population, sentence: Population): Fit {
  if ([...asked.states].some((state) => sentence.states.has(state))) return 'exact'
  // Sentences on pregnancy answer a question on pregnancy alone.
  const isOther = sentence.states.has('pregnant') || sentence.states.has('breastfeeding')
  return isOther ? 'conflict' : 'neutral'
}

/** Returns whether a sentence is on the pregnancy, the breastfeeding or the infant that was asked about. */
export function isOnVulnerable(asked: Population, sentence: Population): boolean {
  const states = ['pregnant', 'breastfeeding'] as const
  return (
    states.some((state) => asked.states.has(state) && sentence.states.has(state)) ||
    (isVeryYoung(asked) && sentence.ages.some(([from]) => from <= childhood[0]))
  )
}

const populationPhrase = new RegExp(
  [
    String.raw`[,;]?\s*\b(?:who(?:['’]?s| is)|i(?:['’]?m| am)|(?:s?he|they)(?:['’]?(?:s|re)| is| are))\s+(?:aged?\s+)?\d{1,3}\b(?:\s+and\s+a\s+half)?(?:\s*(?:years?|yrs?)(?:\s+old)?)?`,
    String.raw`\b(?:for|in|of|about|should|do|does|can|may|must)?\s*(?:(?:my|a|an|the|our|his|her|their|your|some|any|most)\s+)?(?:\d{1,3}[\s-]*(?:years?|yrs?|months?|weeks?)[\s-]*olds?\s*)?(?:(?:pregnant|breastfeeding|nursing|adult|old(?:er)?|young(?:er)?|little|teenage)\s+)*(?:adults?|wom[ae]n|m[ae]n|child(?:ren)?|kids?|bab(?:y|ies)|infants?|newborns?|toddlers?|teen(?:s|agers?)?|husband|wife|partner|sons?|daughters?|mother|mom|mum|father|dad|parents?|gran(?:ny|dma|dpa|dad|dmother|dfather|dparents?|dsons?|ddaughters?)?|nan(?:a|na)?|sisters?|brothers?|nieces?|nephews?|aunt(?:ie)?|uncle|cousins?|(?:boy|girl)?friends?|colleagues?|neighbou?rs?|boys?|girls?|lads?|lass(?:es)?|gents?|lad(?:y|ies)|guys?|seniors?|pensioners?|people|persons?|smokers?|vegans?|vegetarians?|somebody|someone|everyone|everybody)\b(?:['’]s)?(?:\s+(?:of|aged?|over|under|after|past|above|below|older than|younger than|is|who is)\s+\d{1,3}(?:\s+(?:years?|months?)(?:\s+old)?)?)?`,
    String.raw`\b(?:(?:for|in|on|of|about|at)\s+)?(?:(?:an?|my|the)\s+)?\d{1,3}[\s-]*(?:years?|yrs?|months?|weeks?)[\s-]*olds?\b`,
    String.raw`\b(?:during|in|while|when|once|if)?\s*(?:(?:i['’]?m|(?:s?he|they)['’]?(?:s|re))\s+)?(?:pregnan(?:t|cy)|expecting|breast-?feeding|nursing)\b`,
    String.raw`\b(?:aged?|over|under|after|past|above|below|older than|younger than|at)\s+\d{1,3}\b`,
  ].join('|'),
  'giu',
)

/** A question without the people it names, so that a follow-up can put others in their place. */
export function withoutPopulation(question: string): string {
  return withDigits(question).replaceAll(populationPhrase, ' ').replaceAll(/\s+/gu, ' ').trim()
}
