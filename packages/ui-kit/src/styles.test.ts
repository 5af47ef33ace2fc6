import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenNames } from '@org/theme'
import { expect, it } from 'vitest'

const sheets = globSync('**/*.module.css', { cwd: import.meta.dirname }).map((name) => ({
  name,
  css: readFileSync(join(import.meta.dirname, name), 'utf8').replaceAll(/\/\*.*?\*\//gsu, ''),
}))

it.each(sheets)('$name stands in the layer of the kit as a whole', ({ css }) => {
  expect(css.trim()).toMatch(/^@layer org\.ui \{.*\}$/su)
  expect(css.match(/^\S/gmu)).toEqual(['@', '}'])
})

it.each(sheets)('$name uses no token that the theme has not', ({ css }) => {
  const used = [...css.matchAll(/var\(--org-([\w-]+)/gu)].map(([, name = '']) => name)
  expect(used.filter((name) => !tokenNames.includes(name))).toEqual([])
})

it.each(sheets)('$name lays out for both directions of writing', ({ css }) => {
  expect(
    css.match(
      /(?:margin|padding|border|inset)-(?:left|right)|^\s*(?:left|right):|text-align: (?:left|right)/gmu,
    ),
  ).toBeNull()
})
