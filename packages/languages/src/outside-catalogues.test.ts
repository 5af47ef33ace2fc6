// Every text that a user sees and that is written where it is shown, in place of a catalogue or of a component's labels.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/** Attributes that are seen or read out. */
const spoken =
  /^(?:aria-(?:label|description|placeholder|roledescription|valuetext)|title|alt|placeholder|label|text|heading|description|emptyText|summary)$/u
const spokenProperty = /^(?:title|alt|placeholder|textContent|innerText|ariaLabel|ariaDescription)$/u

/** Names that are the same in every language. */
const brand = /Verdant/gu

/** Server texts that are shown only to operators or models, or are not translated on purpose. */
const serversOwn = new Map([
  ['analytics/subjects.ts', 'names of topics, which are data: kept, counted and filtered by'],
  ['banner.ts', 'operators read it'],
  ['billing/stripe-surplus.ts', 'operators read it in the account at Stripe'],
  ['billing/test-card.ts', 'only on the pages of a demonstration, which takes no money'],
  ['billing/test-pages.texts.ts', 'only on the pages of a demonstration, which takes no money'],
  ['chat/model/built-in/', 'answers, in the language of the articles that they quote'],
  ['chat/model/model-answer.ts', 'a model reads it'],
  ['chat/model/search-tool.ts', 'a model reads it'],
  ['safety/safety-instructions.ts', 'a model reads it'],
  ['chat/streams/create-stream-log.ts', 'operators read it'],
  ['cli/', 'operators read it'],
  ['commands/', 'operators read it'],
  ['config/', 'operators read it'],
  ['contact/contact.routes.ts', 'whoever runs the site reads it'],
  ['db/directory-lock.ts', 'operators read it'],
  ['demo/', 'sample data'],
  ['evaluations/judge.ts', 'a model reads it'],
  ['handover/delivery/', 'whoever receives a hand-over reads it, whose language is not stored'],
  ['jobs/job-queue.ts', 'operators read it'],
  ['knowledge/text/clauses.ts', 'part of a passage'],
  ['knowledge/vocabulary/wordnet/import-wordnet.ts', 'developers read it in the file that it writes'],
  ['mail/outbox.texts.ts', 'only on the page of a demonstration, which sends no e-mail'],
  ['ops/', 'operators read it'],
  ['platform/process/log.ts', 'operators read it'],
  ['platform/process/open-migrated.ts', 'operators read it'],
  ['platform/process/redis.ts', 'operators read it'],
  ['privacy/', 'operators read it'],
  ['settings/default-prompts.ts', 'a model reads it'],
  ['settings/default-search-tool.ts', 'a model reads it'],
  ['server.ts', 'operators read it'],
  ['webhooks/deliver-webhook.ts', 'the log of deliveries stores it, whose reader has no language yet'],
  ['webhooks/events/event-sender.ts', 'the log of deliveries stores it, whose reader has no language yet'],
])

interface Node {
  type: string
  [field: string]: unknown
}

it('finds a text in each place that can show one', () => {
  const source = `
    document.title = 'One'
    element.setAttribute('aria-label', 'Two')
    const view = <main title="Three">Four {isOpen ? 'Five' : texts.six} {\`Seven \${count}\`}
      <img alt={label ?? 'Eight'} className="none" /><b>·</b> {labels?.close ?? 'Close'} {'→'} <Verdant>Verdant</Verdant></main>`
  expect(textsIn('example.tsx', source)).toEqual(['One', 'Two', 'Five', 'Seven', 'Three', 'Four', 'Eight'])
})

it('finds every text of the site, the widget and the packages in a catalogue', () => {
  const files = globSync('{apps/{web,widget},packages/*}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.(?:stories|test|test-d|texts)\.|\/(?:testing|devtools)\//u.test(file),
  )
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((file) =>
    textsIn(file, readFileSync(path.join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

it('finds a sentence wherever the server has one', () => {
  const source = `
    const texts = { day: 'That was the last.', key: 'Accept-Language' }
    throw new HttpError('too_large', \`More than \${count} MB.\`, { cause: new Error('Only for the log.') })`
  expect(sentencesIn('example.ts', source)).toEqual(['That was the last.', 'More than … MB.'])
})

it.each(['es', 'ar'])('finds every sentence of the server in its catalogue of %s', (language) => {
  const server = path.join(root, 'apps/api/src')
  const catalogue = readFileSync(path.join(server, `languages/${language}.json`), 'utf8')
  const said = new Set(Object.keys(Object(JSON.parse(catalogue))))
  const files = globSync('**/*.ts', { cwd: server }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(100)
  const sentences = new Map(
    files.map((file) => [file, sentencesIn(file, readFileSync(path.join(server, file), 'utf8'))]),
  )
  const found = [...sentences].flatMap(([file, texts]) =>
    exceptionOf(file) === undefined
      ? texts.filter((text) => !said.has(text)).map((text) => `${file}: ${text}`)
      : [],
  )
  expect(found).toEqual([])
  const excepted = new Set(files.filter((file) => sentences.get(file)?.length !== 0).map(exceptionOf))
  expect([...serversOwn.keys()].filter((name) => !excepted.has(name))).toEqual([])
  const all = new Set([...sentences.values()].flat())
  // Messages of the contract, and labels of one word, stand elsewhere.
  expect([...said].filter((text) => !all.has(text) && text.endsWith('.'))).toEqual(contractsOwn)
})

const contractsOwn = [
  'The tool name may hold letters, digits, _ and - (at most 64), and begins with a letter or _.',
  'Enter the e-mail address that receives the requests.',
  'The end must be later than the start.',
  'Enter a time zone such as Europe/Berlin.',
  'Enter an address that begins with https://.',
  'Enter a phone number: digits, spaces, + and -.',
  'Enter the two letters of a country, or INT for every country.',
  'Enter a phone number or a website.',
  'Enter a language as a code, such as en.',
  'Enter the three letters of a currency, such as USD.',
  'Enter three to six starter questions, or none.',
  'Write an answer.',
  'Enter a name.',
  'Choose at least one scope.',
  'Enter a group.',
  'Enter the client ID.',
  'Enter the name of the claim.',
  'Enter a domain.',
]

function exceptionOf(file: string): string | undefined {
  return [...serversOwn.keys()].find((name) => file === name || (name.endsWith('/') && file.startsWith(name)))
}

/** The texts that read as English ones; what is thrown for the log alone is none. */
function sentencesIn(file: string, source: string): string[] {
  const found: string[] = []
  const { program, errors } = parseSync(file, source)
  expect(errors).toEqual([])
  visit(program)
  return found

  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isNode(value)) return
    const isThrown = value.type === 'NewExpression' && nameOf(value['callee']).endsWith('Error')
    if (isThrown && nameOf(value['callee']) !== 'HttpError') return
    if (value.type === 'Literal') take(value['value'])
    if (value.type === 'TemplateLiteral') {
      take(
        nodesOf(value['quasis'])
          .map((quasi) => String(Object(quasi['value']).cooked))
          .join('…'),
      )
    }
    for (const each of Object.values(value)) visit(each)
  }

  function take(text: unknown): void {
    if (typeof text === 'string' && /^(?:\p{Lu}\S*|\{\d\}) \S|^\p{Lu}\p{Ll}+…$/u.test(text)) found.push(text)
  }
}

function textsIn(file: string, source: string): string[] {
  const found: string[] = []
  const { program, errors } = parseSync(file, source)
  expect(errors).toEqual([])
  visit(program)
  return found

  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isNode(value)) return
    if (value.type === 'JSXText') take(value['value'])
    if (value.type === 'JSXElement' || value.type === 'JSXFragment') {
      for (const child of nodesOf(value['children'])) {
        if (child.type === 'JSXExpressionContainer') takeExpression(child['expression'])
      }
    }
    if (value.type === 'JSXAttribute' && spoken.test(nameOf(value['name']))) takeExpression(value['value'])
    if (value.type === 'AssignmentExpression' && spokenProperty.test(nameOf(value['left'])))
      takeExpression(value['right'])
    if (value.type === 'CallExpression' && nameOf(value['callee']) === 'setAttribute') {
      const [name, text] = nodesOf(value['arguments'])
      if (typeof name?.['value'] === 'string' && spoken.test(name['value'])) takeExpression(text)
    }
    for (const each of Object.values(value)) visit(each)
  }

  /** Collects the strings that an expression can evaluate to. */
  function takeExpression(value: unknown): void {
    if (!isNode(value)) return
    if (value.type === 'Literal') take(value['value'])
    if (value.type === 'TemplateLiteral') {
      for (const { value: text } of nodesOf(value['quasis'])) take(Object(text).cooked)
    }
    if (value.type === 'JSXExpressionContainer') takeExpression(value['expression'])
    if (value.type === 'ConditionalExpression') {
      takeExpression(value['consequent'])
      takeExpression(value['alternate'])
    }
    if (value.type === 'LogicalExpression') {
      takeExpression(value['left'])
      // A component's own default, for a label that it was not given.
      if (!isLabel(value['left'])) takeExpression(value['right'])
    }
  }

  function take(text: unknown): void {
    if (typeof text !== 'string') return
    if (/\p{L}{2}/u.test(text.replaceAll(brand, ''))) found.push(text.replaceAll(/\s+/gu, ' ').trim())
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Returns whether a node is `labels?.name`. */
function isLabel(value: unknown): boolean {
  if (!isNode(value)) return false
  if (value.type === 'ChainExpression') return isLabel(value['expression'])
  return value.type === 'MemberExpression' && nameOf(value['object']) === 'labels'
}

function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter((each) => isNode(each)) : []
}

/** The name of an attribute, or of the property that is read or written. */
function nameOf(value: unknown): string {
  if (!isNode(value)) return ''
  if (value.type === 'MemberExpression') return nameOf(value['property'])
  return typeof value['name'] === 'string' ? value['name'] : ''
}
