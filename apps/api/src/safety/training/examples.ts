import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { compiledLanguages } from '../detection/load.ts'
import type { Random } from './random.ts'

/** One conversation to learn from. */
export interface Example {
  /** Messages of the person, oldest first. */
  messages: string[]
  language: string
  /** `none`, `health`, or severity and category of a danger. */
  label: string
  /** The fold of a conversation of a set; undefined for one of the texts beside this file. */
  fold?: string
}

const texts = new URL('texts/', import.meta.url)
const sets = new URL('../../../../../tooling/eval/safety/', import.meta.url)
/** The sets that the model learns; `visible`, `calibration`, `reserve`, `unseen` and `blind` stay tests. */
export const setNames = ['development', 'everyday', 'independent', 'held-out', 'varied', 'broad', 'questions']
/** Short harmless texts drawn for one language. */
const shortTexts = 500
/** Words of the longest short text. */
const shortWords = 5
/** Conversations drawn from one template; more of harmless ones, which most messages are. */
const drawn = { danger: 20, none: 64 }
/** Copies of each conversation of a set, all but the first with typing errors. */
const copies = 4
const typoShare = 0.25
/** Conversations that are written as they sound, as people do who write fast. */
const soundShare = 0.12
/** Dangers and harmless texts that stand among talk of shopping. */
const shoppingShare = 0.3

/** Labels without a danger. */
export const harmlessLabels = ['none', 'health']

const itemSchema = z.object({
  lang: z.string(),
  text: z.string(),
  history: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).optional(),
  category: z.string().optional(),
  severity: z.string().optional(),
  expect: z.string().optional(),
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

/** Words of each language that carry no topic. */
export function functionWordsByLanguage(): Map<string, readonly string[]> {
  return new Map(
    [...compiledLanguages()].map(
      ([language, { lexicon }]) => [language, [...lexicon.functionWords]] as const,
    ),
  )
}

/**
 * Draws the conversations to learn from.
 *
 * @param names the sets that are learnt
 * @param functionWords words of each language that carry no topic
 */
export function readExamples(
  random: Random,
  names: readonly string[],
  functionWords: ReadonlyMap<string, readonly string[]>,
): Example[] {
  const drawnTexts: Example[] = []
  for (const [language, file] of filesByLanguage()) drawnTexts.push(...drawTemplates(file, language, random))
  const examples = [...drawnTexts, ...names.flatMap((name) => drawCopies(name, random))]
  for (const [language, words] of functionWords) {
    examples.push(...drawShortTexts(language, words, drawnTexts, random))
    examples.push(...drawConversations(language, drawnTexts, random))
  }
  return examples
}

/** Conversations of two messages drawn for one language, of each kind. */
const conversations = { harmless: 400, dangerFirst: 100, dangerLast: 300 }

/**
 * Draws conversations of two short messages. The model reads two short messages as one; from single messages alone it
 * would take the words of two harmless ones for a danger.
 */
function drawConversations(language: string, others: readonly Example[], random: Random): Example[] {
  const short = others.filter(
    (other) => other.language === language && (other.messages[0]?.length ?? 0) < longestOfPair,
  )
  const harmless = short.filter(({ label }) => harmlessLabels.includes(label))
  const dangers = short.filter(({ label }) => /^(?:urgent|emergency) /u.test(label))
  const pairOf = (first?: Example, second?: Example, label?: string): Example[] => {
    if (first === undefined || second === undefined) return []
    const messages = [...first.messages, ...second.messages]
    const health = [first, second].some((example) => example.label === 'health')
    return [{ messages, language, label: label ?? (health ? 'health' : 'none') }]
  }
  const times = (count: number, draw: () => Example[]) => Array.from({ length: count }, draw).flat()
  return [
    ...times(conversations.harmless, () => pairOf(random.pick(harmless), random.pick(harmless))),
    ...times(conversations.dangerFirst, () => {
      const danger = random.pick(dangers)
      return pairOf(danger, random.pick(harmless), danger?.label)
    }),
    ...times(conversations.dangerLast, () => {
      const danger = random.pick(dangers)
      return pairOf(random.pick(harmless), danger, danger?.label)
    }),
  ]
}

/** Characters of a message of a pair. */
const longestOfPair = 90

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
    .filter((other) => other.language === language && harmlessLabels.includes(other.label))
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
    const most = harmlessLabels.includes(labelOf(label)) ? drawn.none : drawn.danger
    for (let i = 0; i < most; i += 1) {
      const text = fill(template, choices, random)
      if (seen.has(text)) continue
      seen.add(text)
      let message = random.next() < typoShare ? mistype(text, random) : text
      if (random.next() < soundShare) message = writeAsHeard(message, language, random)
      if (random.next() < shoppingShare) message = amongShopping(message, choices, random)
      examples.push({ messages: [message], language, label: labelOf(label) })
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

/** The label that the model learns. */
function labelOf(label: string): string {
  if (label === 'caution_ok') return 'health'
  return /^(?:emergency|urgent|caution) /u.test(label) ? label : 'none'
}

/** A conversation of a set. */
export interface SetItem {
  language: string
  text: string
  history: { role: 'user' | 'assistant'; content: string }[]
  /** `none`, `health`, or severity and category of a danger. A caution is no false alarm beside `health`. */
  label: string
  /** The set, or `shop`. */
  set: string
  /** Conversations of one fold are left out of a training together. */
  fold: string
}

/** Folds of a set: the largest ones are too much of all texts to be left out as a whole. */
const foldsOf: Readonly<Record<string, number>> = { development: 2, everyday: 3, varied: 2, broad: 3 }
/** Sets of one author, which are left out together: the wordings of an author resemble each other. */
const authors: Readonly<Record<string, string>> = { independent: 'guest', 'held-out': 'guest' }

/** The conversations of a set. */
export function readItems(name: string): SetItem[] {
  return ['positives', 'negatives'].flatMap((kind) => {
    const file = readFileSync(new URL(`${name}/${kind}.json`, sets), 'utf8')
    const items = z.array(itemSchema).parse(JSON.parse(file))
    return items.map(({ lang, text, history = [], category, severity, expect }, i) => ({
      language: lang,
      text,
      history,
      label: labelOf(kind === 'positives' ? `${severity ?? ''} ${category ?? ''}` : (expect ?? 'none')),
      set: name,
      fold: `${authors[name] ?? name} ${i % (foldsOf[name] ?? 1)}`,
    }))
  })
}

/** Ordinary questions of a shop, beside which products may be offered. */
export function readShopQuestions(): SetItem[] {
  const file = readFileSync(new URL('calibration/shop-questions.json', sets), 'utf8')
  return z
    .array(itemSchema)
    .parse(JSON.parse(file))
    .map(({ lang, text }) => ({
      language: lang,
      text,
      history: [],
      label: 'none',
      set: 'shop',
      fold: 'shop',
    }))
}

function drawCopies(name: string, random: Random): Example[] {
  return readItems(name).flatMap(({ text, history, language, label, fold }) => {
    const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content)
    return Array.from({ length: copies }, (_, copy) => {
      const written = copy === 0 ? text : mistype(mistype(text, random), random)
      return { messages: [...earlier, written], language, label, fold }
    })
  })
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
