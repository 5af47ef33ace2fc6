import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Expression, parseSync, Visitor } from 'oxc-parser'

/** A regular expression of the source. */
export interface SourceExpression {
  file: string
  pattern: string
  flags: string
}

const root = join(import.meta.dirname, '../../../..')

/** Stands in a pattern for a value that only the running program has: a word. */
const sampleWord = 'vitamin'

/** Every regular expression of the apps and packages, those made with `RegExp` by their constant parts. */
export function listExpressions(): SourceExpression[] {
  const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.(?:test|test-d|stories)\.|\/testing\/|\/locales\//u.test(file),
  )
  return files.flatMap(expressionsIn)
}

function expressionsIn(file: string): SourceExpression[] {
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const constants = new Map<string, Expression>()
  const found: SourceExpression[] = []
  const addMade = (callee: Expression, [source, flags]: readonly unknown[]) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    const pattern = textOf(source, constants)
    found.push({ file, pattern, flags: flags === undefined ? '' : textOf(flags, constants) })
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init !== null) constants.set(id.name, init)
    },
    Literal(node) {
      if ('regex' in node) found.push({ file, ...node.regex })
    },
    NewExpression: ({ callee, arguments: given }) => addMade(callee, given),
    CallExpression: ({ callee, arguments: given }) => addMade(callee, given),
  }).visit(program)
  return found
}

/** The text that an expression gives, as far as it stands in the source. */
function textOf(node: unknown, constants: ReadonlyMap<string, Expression>): string {
  const expression = asExpression(node)
  if (expression === undefined) return sampleWord
  switch (expression.type) {
    case 'Literal': {
      if ('regex' in expression) return expression.regex.pattern
      return String(expression.value)
    }
    case 'TemplateLiteral': {
      return expression.quasis
        .map(({ value }, index) => {
          const inner = expression.expressions[index]
          return (value.cooked ?? value.raw) + (inner === undefined ? '' : textOf(inner, constants))
        })
        .join('')
    }
    case 'TaggedTemplateExpression': {
      return expression.quasi.quasis
        .map(({ value }, index) => {
          const inner = expression.quasi.expressions[index]
          return value.raw + (inner === undefined ? '' : textOf(inner, constants))
        })
        .join('')
    }
    case 'BinaryExpression': {
      return textOf(expression.left, constants) + textOf(expression.right, constants)
    }
    case 'MemberExpression': {
      return textOf(expression.object, constants)
    }
    case 'Identifier': {
      const constant = constants.get(expression.name)
      return constant === undefined ? sampleWord : textOf(constant, constants)
    }
    default: {
      return sampleWord
    }
  }
}

function asExpression(node: unknown): Expression | undefined {
  return isExpression(node) ? node : undefined
}

function isExpression(node: unknown): node is Expression {
  return typeof node === 'object' && node !== null && 'type' in node
}
