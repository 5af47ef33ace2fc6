import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Random } from './random.ts'

/** One conversation to learn from. */
export interface Example {
  /** Messages of the person, oldest first. */
  messages: string[]
  language: string
  /** `none`, or severity and category of a danger. */
  label: string
}

const texts = new URL('texts/', import.meta.url)
const sets = new URL('../../../../../tooling/eval/safety/', import.meta.url)
/** The visible evaluation set and the calibration set are no part of it: they stay tests. */
const setNames = ['development', 'independent']
/** Short harmless texts drawn for one language. */
const shortTexts = 500
/** Words of the longest short text. */
const shortWords = 5
/** Conversations drawn from one template; more of harmless ones, which most messages are. */
const drawn = { danger: 40, none: 80 }
/** Copies of each conversation of a set, all but the first with typing errors. */
const copies = 6
const typoShare = 0.25
/** Conversations that are written as they sound, as people do who write fast. */
const soundShare = 0.12
/** Dangers and harmless texts that stand among talk of shopping. */
const shoppingShare = 0.3

const itemSchema = z.object({
  lang: z.string(),
  text: z.string(),
  history: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).optional(),
  category: z.string().optional(),
  severity: z.string().optional(),
})

/** The files that a model is trained on. */
function files(): URL[] {
  return [
    ...readdirSync(texts)
      .toSorted()
      .map((name) => new URL(name, texts)),
    ...setNames.flatMap((name) => [
      new URL(`${name}/positives.json`, sets),
      new URL(`${name}/negatives.json`, sets),
    ]),
  ]
}

/** SHA-256 of the files that a model is trained on, in hexadecimal. */
export function textsHash(): string {
  const hash = createHash('sha256')
  for (const file of files()) {
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
    // The format of a set is no part of it.
    hash.update(file.pathname.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text)
  }
  return hash.digest('hex')
}

/** The template files of each language, joined: their choices are shared. */
function filesByLanguage(): Map<string, string> {
  const joined = new Map<string, string>()
  for (const name of readdirSync(texts).toSorted()) {
    const language = name.slice(0, 2)
    joined.set(language, `${joined.get(language) ?? ''}${readFileSync(new URL(name, texts), 'utf8')}\n`)
  }
  return joined
}

/**
 * Draws the conversations to learn from.
 *
 * @param functionWords words of each language that carry no topic
 */
export function readExamples(
  random: Random,
  withSets: boolean,
  functionWords: ReadonlyMap<string, readonly string[]>,
): Example[] {
  const examples: Example[] = []
  for (const [language, file] of filesByLanguage()) examples.push(...drawTemplates(file, language, random))
  if (withSets) for (const name of setNames) examples.push(...readSet(name, random))
  for (const [language, words] of functionWords)
    examples.push(...drawShortTexts(language, words, examples, random))
  return examples
}

/**
 * Draws harmless texts of a few words. Most messages of a chat are so short; without these, one word that the templates
 * have in dangers alone would decide.
 */
function drawShortTexts(
  language: string,
  functionWords: readonly string[],
  others: readonly Example[],
  random: Random,
): Example[] {
  const harmless = others
    .filter((other) => other.language === language && other.label === 'none')
    .flatMap(({ messages }) => messages.join(' ').split(/\s+/u))
  return Array.from({ length: shortTexts }, () => {
    const count = 1 + Math.floor(random.next() * shortWords)
    const words = Array.from({ length: count }, () =>
      random.pick(random.next() < 0.9 ? functionWords : harmless),
    )
    const end = random.next() < 0.4 ? '?' : ''
    return { messages: [`${words.join(' ')}${end}`], language, label: 'none' }
  })
}

/**
 * Lines of a file: `@name = a|b` names choices, `label | text` is a template; in a template `{name}` stands for one of
 * the named choices and `(a|b)` for a or b. Labels are `none`, `caution_ok` (harmless, about health), and severity and
 * category.
 */
function drawTemplates(file: string, language: string, random: Random): Example[] {
  const choices = choicesOf(file)
  const examples: Example[] = []
  for (const [, label, template] of file.matchAll(/^(\w+(?: \w+)?) \| (.*)$/gmu)) {
    if (label === undefined || template === undefined) continue
    const seen = new Set<string>()
    const most = dangerOf(label) === 'none' ? drawn.none : drawn.danger
    for (let i = 0; i < most; i += 1) {
      const text = fill(template, choices, random)
      if (seen.has(text)) continue
      seen.add(text)
      let message = random.next() < typoShare ? mistype(text, random) : text
      if (random.next() < soundShare) message = writeAsHeard(message, language, random)
      if (random.next() < shoppingShare) message = amongShopping(message, choices, random)
      examples.push({ messages: [message], language, label: dangerOf(label) })
    }
  }
  return examples
}

function choicesOf(file: string): Map<string, string[]> {
  const choices = new Map<string, string[]>()
  for (const [, name = '', listed = ''] of file.matchAll(/^@(\w+) = (.*)$/gmu))
    choices.set(name, [...(choices.get(name) ?? []), ...listed.split('|')])
  return choices
}

/** Puts a message before, after or between sentences about shopping, with or without punctuation. */
function amongShopping(text: string, choices: ReadonlyMap<string, string[]>, random: Random): string {
  const hasMarks = random.next() < 0.6
  const sentence = () => {
    const drawnText = fill(random.pick(choices.get('shop') ?? []) ?? '', choices, random)
    return hasMarks ? `${drawnText}${random.next() < 0.6 ? '?' : '.'}` : drawnText
  }
  const kind = random.next()
  const before = kind < 0.65 ? Array.from({ length: 1 + Math.floor(random.next() * 2) }, sentence) : []
  const after = kind > 0.35 ? Array.from({ length: 1 + Math.floor(random.next() * 2) }, sentence) : []
  return [...before, hasMarks ? `${text}.` : text, ...after].join(' ')
}

const mostNesting = 10

function fill(template: string, choices: ReadonlyMap<string, string[]>, random: Random): string {
  let text = template
  for (let depth = 0; depth < mostNesting; depth += 1) {
    const before = text
    text = text
      .replaceAll(/\{(\w+)\}/gu, (_, name: string) => random.pick(choices.get(name) ?? []) ?? '')
      .replaceAll(/\(([^()]*)\)/gu, (_, listed: string) => random.pick(listed.split('|')) ?? '')
    if (text === before) break
  }
  return text.replaceAll(/\s+/gu, ' ').trim()
}

function dangerOf(label: string): string {
  return /^(?:emergency|urgent|caution) /u.test(label) ? label : 'none'
}

function readSet(name: string, random: Random): Example[] {
  const examples: Example[] = []
  for (const kind of ['positives', 'negatives']) {
    const file = readFileSync(new URL(`${name}/${kind}.json`, sets), 'utf8')
    for (const { lang, text, history = [], category, severity } of z
      .array(itemSchema)
      .parse(JSON.parse(file))) {
      const label = kind === 'positives' ? dangerOf(`${severity ?? ''} ${category ?? ''}`) : 'none'
      const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content)
      for (let copy = 0; copy < copies; copy += 1) {
        const written = copy === 0 ? text : mistype(mistype(text, random), random)
        examples.push({ messages: [...earlier, written], language: lang, label })
      }
    }
  }
  return examples
}

/** Spellings by sound, as they stand in quickly written messages; each is applied to half of its words. */
const spellings: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\byou\b/gu, 'u'],
    [/\band\b/gu, 'n'],
    [/\bare\b/gu, 'r'],
    [/ing\b/gu, 'in'],
    [/\bbecause\b/gu, 'cos'],
    [/ght\b/gu, 't'],
    [/\bfor\b/gu, '4'],
  ],
  es: [
    [/qu(?=[eiéí])/gu, 'k'],
    [/\bque\b/gu, 'q'],
    [/(?<=\s)h/gu, ''],
    [/v/gu, 'b'],
    [/z|c(?=[eiéí])/gu, 's'],
    [/ll/gu, 'y'],
    [/\bpor\b/gu, 'x'],
  ],
  pt: [
    [/qu(?=[eiéí])/gu, 'k'],
    [/\bque\b/gu, 'q'],
    [/\bnão\b/gu, 'n'],
    [/ç|ss/gu, 's'],
    [/r\b/gu, ''],
    [/ou\b/gu, 'o'],
    [/\bestou\b/gu, 'to'],
    [/\bvocê\b/gu, 'vc'],
  ],
  fr: [
    [/qu(?=[eiéèê])/gu, 'k'],
    [/(?<=\p{L}{3})(?:e|es|ent|s|t)(?![\p{L}])/gu, ''],
    [/é|er(?![\p{L}])/gu, 'é'],
    [/\bje suis\b/gu, 'chui'],
    [/\bc'est\b/gu, 'c'],
    [/\bj'ai\b/gu, 'g'],
    [/eau/gu, 'o'],
    [/ph/gu, 'f'],
  ],
  de: [
    [/(?<=\p{L}{3})e(?=\s|$)/gu, ''],
    [/\bich\b/gu, 'i'],
    [/\beine?n?\b/gu, 'ne'],
    [/\bnicht\b/gu, 'nich'],
    [/ß/gu, 'ss'],
    [/\bist\b/gu, 'is'],
    [/en(?=\s|$)/gu, 'n'],
  ],
  ar: [
    [/ة(?=\s|$)/gu, 'ه'],
    [/ذ/gu, 'ز'],
    [/ث/gu, 'ت'],
    [/ظ/gu, 'ض'],
    [/ق/gu, 'ك'],
  ],
}

function writeAsHeard(text: string, language: string, random: Random): string {
  let written = text
  for (const [from, to] of spellings[language] ?? [])
    if (random.next() < 0.5) written = written.replaceAll(from, (found) => (random.next() < 0.5 ? to : found))
  return written
}

/** Leaves out, swaps or doubles a letter of one word. */
function mistype(text: string, random: Random): string {
  const words = text.split(' ')
  const at = Math.floor(random.next() * words.length)
  const word = words[at] ?? ''
  const kind = random.next()
  if (word.length < 4) return text
  const i = 1 + Math.floor(random.next() * (word.length - 2))
  const [before, letter, next] = [word.slice(0, i), word.charAt(i), word.charAt(i + 1)]
  if (kind < 0.4) words[at] = before + word.slice(i + 1)
  else if (kind < 0.7) words[at] = before + next + letter + word.slice(i + 2)
  else words[at] = before + letter + word.slice(i)
  return words.join(' ')
}
