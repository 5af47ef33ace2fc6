import type { Lexicon } from './lexicon.ts'
import type { Span, SpanIndex } from './spans.ts'
import type { Steps } from '../../platform/process/steps.ts'

interface Measure {
  index: SpanIndex
  value: number
  span: Span
  /** Returns whether the concept begins at the next token, or after one that is left out. */
  before: (concept: string) => boolean
  /** Returns whether the concept ends at most so many tokens earlier. */
  after: (concept: string, within?: number) => boolean
  near: (concept: string, within: number) => boolean
}

const firstYear = 1900

const lastYear = 2099

/** Returns whether a number can be a calendar year. */
export function isCalendarYear(value: number): boolean {
  return value % 1 === 0 && value >= firstYear && value <= lastYear
}

/** Words before a year in which something happened: "in 2009". */
const yearLeads = new Set('in en em im jahr annee ano year el back عام سنه في'.split(' '))

/** Adds the concepts that numbers make: ages, temperatures, amounts, blood pressure. */
export function* addMeasures(index: SpanIndex, lexicon: Lexicon): Steps<void> {
  for (const [i, token] of index.tokens.entries()) {
    const value = token.value ?? lexicon.numbers.get(token.word)
    if (value === undefined) continue
    const measure = measureAt(index, i, value)
    addAge(measure)
    addYear(measure)
    addBody(measure)
    addTime(measure)
    addAmount(measure)
    yield
  }
}

function measureAt(index: SpanIndex, i: number, value: number): Measure {
  const span = { start: i, end: i }
  return {
    index,
    value,
    span,
    before: (concept) => index.startsAt(concept, i + 1),
    after: (concept, most = 2) => index.hasNear(concept, span, most, (other) => other.end < i),
    near: (concept, most) => index.hasNear(concept, span, most),
  }
}

const childUntilYears = 17
const infantUntilMonths = 11
const infantUntilWeeks = 51
const infantUntilDays = 330

function addAge({ index, value, span, before, after, near }: Measure): void {
  if (after('agoLead', 1) || near('ago', 2)) return
  const isAge = (near('old', 3) || after('ageLead', 2) || near('child', 3) || near('baby', 4)) && value > 0
  if (before('year') && value <= childUntilYears && isAge && !near('pregnant', 3)) {
    index.add(value < 1 ? 'infantAge' : 'childAge', span)
    return
  }
  const isInfant =
    (before('month') && value <= infantUntilMonths) ||
    (before('week') && value <= infantUntilWeeks) ||
    (before('day') && value <= infantUntilDays)
  if (
    isInfant &&
    (near('old', 3) ||
      near('baby', 5) ||
      (near('child', 4) && near('ageLead', 3)) ||
      after('child', 1) ||
      (before('month') && after('ageLead', 1)))
  ) {
    if (near('pregnant', 6) && !near('baby', 5)) return
    index.add('infantAge', span)
    if (!before('month') || value <= 3) index.add('infant3m', span)
  }
}

/** Marks "in 2009" as the past, like "years ago"; "since 2009" may still be true. */
function addYear({ index, value, span }: Measure): void {
  const isPast = isCalendarYear(value) && value < new Date().getFullYear()
  if (isPast && yearLeads.has(index.tokens[span.start - 1]?.word ?? '')) index.add('past', span)
}

function addBody({ index, value, span, before, near }: Measure): void {
  const next = index.tokens[span.end + 1]
  const second = index.tokens[span.end + 2]?.value ?? index.tokens[span.end + 1]?.value ?? 0
  const hasSecond = next?.word === '/' || near('over', 1) || next?.value !== undefined
  if (value >= 180 && value < 300 && hasSecond && second >= 90 && second < 200) index.add('highBp', span)
  if (value >= 120 && value < 200 && index.tokens[span.start - 1]?.word === '/') index.add('highBp', span)
  const fahrenheit = value >= 100.4 && value <= 108
  const celsius = value >= 38 && value <= 42.9
  const isTemperature =
    !before('kg') &&
    !before('week') &&
    !before('pill') &&
    !before('year') &&
    !before('day') &&
    !before('minuteUnit')
  if (
    (celsius &&
      isTemperature &&
      (value % 1 !== 0 || near('fever', 5) || near('degree', 2) || near('baby', 8))) ||
    (fahrenheit && near('fever', 5)) ||
    (fahrenheit && value % 1 !== 0)
  )
    index.add('fever', span)
  if (value >= 140 && value <= 250 && near('heart', 6)) index.add('manyBeats', span)
  if (
    (before('kg') && value >= 20 && value <= 42 && near('weigh', 6)) ||
    (before('lb') && value <= 92 && value > 50 && near('weigh', 6))
  )
    index.add('lowWeight', span)
  if (near('bmi', 3) && value >= 10 && value <= 17.9) {
    index.add('bmiLow', span)
    index.add('underweight', span)
  }
  if (before('kcal') && value >= 50 && value < 800 && (near('eat', 6) || near('daily', 4)))
    index.add('lowKcal', span)
}

function addTime({ index, value, span, before, near }: Measure): void {
  const days = before('day') ? value : before('week') ? value * 7 : before('month') ? value * 30 : 0
  const hours = before('hourUnit') ? value : days * 24
  if (days >= 2) index.add('manyDays', span)
  if (hours >= 1 || (before('minuteUnit') && value >= 20)) index.add('manyHours', span)
  if (days >= 2 || hours >= 36) index.add('fastTime', span)
  if ((days >= 2 || hours >= 36) && near('noFood', 8)) index.add('fastDays', span)
}

const manyFrom = 8
const manyUntil = 400

function addAmount({ index, value, span, before, near }: Measure): void {
  const hasOtherUnit = [
    'mg',
    'kg',
    'lb',
    'kcal',
    'year',
    'month',
    'week',
    'day',
    'hourUnit',
    'minuteUnit',
    'iu',
    'degree',
    'money',
  ].some((unit) => before(unit))
  if (!hasOtherUnit && !near('degree', 1)) {
    if (value >= manyFrom && value <= manyUntil) index.add('manyCount', span)
    else if (value >= 2 && value < manyFrom) index.add('fewCount', span)
  }
  if (before('iu') && value >= 10_000) index.add('bigIu', span)
  if (before('mg')) {
    const isGram = index.startsAt('gram', span.end + 1)
    if ((isGram && value >= 5 && value <= 200) || value >= 5000) index.add('bigMg', span)
  }
  if (before('kg') || before('lb')) {
    const kilos = before('lb') ? value * 0.45 : value
    if (kilos >= 4) index.add('manyKilos', span)
    const time = ['fastTime', 'oneWeek']
      .flatMap((concept) => index.between(concept, span.start - 7, span.end + 7))
      .find((other) => index.distance(other, span) <= 7)
    if (time !== undefined && near('lose', 6)) {
      const days = daysAt(index, time)
      if (days > 0 && (kilos / days) * 7 > 2) index.add('lossRate', span)
    }
  }
}

function daysAt(index: SpanIndex, { start, end }: Span): number {
  const value = index.tokens[start]?.value
  if (start !== end || value === undefined) return index.startsAt('oneWeek', start) ? 7 : 14
  const unitAt = (unit: string) => index.startsAt(unit, end + 1)
  return value * (unitAt('week') ? 7 : unitAt('month') ? 30 : unitAt('hourUnit') ? 1 / 24 : 1)
}
