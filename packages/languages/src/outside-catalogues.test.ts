// Every text that is written where it is shown, in place of a catalogue or of a component's labels.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/** Attributes that are seen or read out. */
const spoken =
  /^(?:aria-(?:label|description|placeholder|roledescription|valuetext)|title|alt|placeholder|label|text|heading|description|emptyText|summary)$/u
const spokenProperty = /^(?:title|alt|placeholder|textContent|innerText|ariaLabel|ariaDescription)$/u

/** What is called the same in every language. */
const brand = /Verdant/gu

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
    (file) => !/\.(?:stories|test|test-d|texts)\.|\/testing\//u.test(file),
  )
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((file) =>
    textsIn(file, readFileSync(path.join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

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

  /** What an expression shows when it is a text, or one of several. */
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

/** Whether that is `labels?.name`. */
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
