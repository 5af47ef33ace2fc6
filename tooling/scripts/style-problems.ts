/** Declarations by selector: those of all blocks of a file with the same selector, the last one of a property. */
type Rules = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Returns the selectors whose boxes collapse in WebKit. `flex: 1` sets a basis of 0%, a percentage of the container's
 * size. Where the container has only a `max-block-size`, WebKit takes that size from the content, so a box that may
 * shrink to 0 counts as 0 and stays there: a list of a few pixels. `flex: 1 1 auto` starts from the content.
 *
 * @example
 * collapsing('.list { flex: 1; min-block-size: 0; }') // ['.list']
 */
export function collapsing(css: string): string[] {
  return [...rulesIn(css)].flatMap(([selector, rule]) => {
    const mayVanish = isZero(rule.get('min-block-size') ?? rule.get('min-height') ?? '') || scrolls(rule)
    return mayVanish && hasZeroBasis(rule) ? [selector] : []
  })
}

/**
 * A box whose content scrolls in the block direction may shrink to 0 by itself. `hidden` is left to `min-block-size`:
 * it also cuts single lines in a row, where nothing collapses.
 */
function scrolls(rule: ReadonlyMap<string, string>): boolean {
  const values = (rule.get('overflow') ?? '').split(/\s+/u)
  const block = rule.get('overflow-y') ?? rule.get('overflow-block') ?? values[1] ?? values[0] ?? ''
  return /^(?:auto|scroll)$/u.test(block)
}

/** `flex: 1`, `flex: 1 1`, `flex: 1 1 0%` and the same in longhand; a grow factor of 0 takes no room. */
function hasZeroBasis(rule: ReadonlyMap<string, string>): boolean {
  const basis = rule.get('flex-basis')
  const parts = (rule.get('flex') ?? '').split(/\s+/u)
  const shorthand = /^\d/u.test(parts[0] ?? '') && parts[0] !== '0' && (parts[2] ?? parts[1] ?? '0')
  if (basis !== undefined) return isZero(basis)
  return typeof shorthand === 'string' && (isZero(shorthand) || (parts.length === 2 && isNumber(shorthand)))
}

function isZero(length: string): boolean {
  return /^[+-]?0*(?:\.0+|0)(?:%|[a-z]+)?$/iu.test(length)
}

function isNumber(value: string): boolean {
  return /^\d+(?:\.\d+)?$/u.test(value)
}

function rulesIn(css: string): Rules {
  const rules = new Map<string, Map<string, string>>()
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//gu, '')
  const open: string[][] = []
  let start = 0
  for (const { 0: brace, index } of text.matchAll(/[{}]/gu)) {
    const chunk = text.slice(start, index)
    const end = brace === '{' ? chunk.lastIndexOf(';') + 1 : chunk.length
    for (const selector of open.at(-1) ?? []) add(rules, selector, chunk.slice(0, end))
    const prelude = chunk.slice(end).trim()
    if (brace === '}') open.pop()
    else open.push(prelude.startsWith('@') ? [] : prelude.split(',').map((selector) => selector.trim()))
    start = index + 1
  }
  return rules
}

function add(rules: Map<string, Map<string, string>>, selector: string, declarations: string): void {
  const rule = rules.get(selector) ?? new Map<string, string>()
  rules.set(selector, rule)
  for (const [, name = '', value = ''] of declarations.matchAll(/([\w-]+)\s*:\s*([^;]+)/gu)) {
    rule.set(name, value.trim())
  }
}
