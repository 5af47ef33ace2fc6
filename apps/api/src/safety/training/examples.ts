import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Random } from './random.ts'

/** One conversation to learn from. */
export interface Example {
  /** Messages of the person, oldest first. */
  messages: string[]
  language: string
  /** `none`, or severity and category of an urgent danger or an emergency. */
  label: string
}

const texts = new URL('texts/', import.meta.url)
const sets = new URL('../../../../../tooling/eval/safety/', import.meta.url)
/** The visible evaluation set is no part of it: it stays a test. */
const setNames = ['development']
/** Short harmless texts drawn for one language. */
const shortTexts = 300
/** Words of the longest short text. */
const shortWords = 5
/** Conversations drawn from one template. */
const drawn = 40
/** Copies of each conversation of a set, all but the first with typing errors. */
const copies = 6
const typoShare = 0.25
const shoppingShare = 0.2

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
  for (const name of readdirSync(texts).toSorted())
    examples.push(...drawTemplates(readFileSync(new URL(name, texts), 'utf8'), name.slice(0, 2), random))
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
 * category. Dangers of `caution` count as none: rules alone find them.
 */
function drawTemplates(file: string, language: string, random: Random): Example[] {
  const choices = new Map<string, string[]>()
  const examples: Example[] = []
  for (const line of file.split('\n')) {
    const [, name, listed] = /^@(\w+) = (.*)$/u.exec(line) ?? []
    if (name !== undefined && listed !== undefined) {
      choices.set(name, listed.split('|'))
      continue
    }
    const [, label, template] = /^(\w+(?: \w+)?) \| (.*)$/u.exec(line) ?? []
    if (label === undefined || template === undefined) continue
    const seen = new Set<string>()
    for (let i = 0; i < drawn; i += 1) {
      const text = fill(template, choices, random)
      if (seen.has(text)) continue
      seen.add(text)
      const shopping = choices.get('shop') ?? []
      let message = random.next() < typoShare ? mistype(text, random) : text
      if (random.next() < shoppingShare)
        message =
          random.next() < 0.5
            ? `${random.pick(shopping) ?? ''}? ${message}`
            : `${message}. ${random.pick(shopping) ?? ''}`
      examples.push({ messages: [message], language, label: acute(label) })
    }
  }
  return examples
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

function acute(label: string): string {
  return /^(?:emergency|urgent) /u.test(label) ? label : 'none'
}

function readSet(name: string, random: Random): Example[] {
  const examples: Example[] = []
  for (const kind of ['positives', 'negatives']) {
    const file = readFileSync(new URL(`${name}/${kind}.json`, sets), 'utf8')
    for (const { lang, text, history = [], category, severity } of z
      .array(itemSchema)
      .parse(JSON.parse(file))) {
      const label = kind === 'positives' ? acute(`${severity ?? ''} ${category ?? ''}`) : 'none'
      const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content)
      for (let copy = 0; copy < copies; copy += 1) {
        const written = copy === 0 ? text : mistype(mistype(text, random), random)
        examples.push({ messages: [...earlier, written], language: lang, label })
      }
    }
  }
  return examples
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
