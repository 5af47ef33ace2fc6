import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const source = dirname(fileURLToPath(import.meta.url))

it('ships neither zod nor the contract to a browser', () => {
  // Imports of types are no part of a bundle, and imports of examples in comments begin with an asterisk.
  const files = new Set<string>()
  const packages = new Set<string>()
  const queue = [join(source, 'index.ts')]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue
    files.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, specifier = ''] of text.matchAll(
      /^(?:import|export) (?:\{[^}]*\}|\*(?: as \w+)?|(?!type\b)\w+) from '([^']+)'/gmu,
    )) {
      if (specifier.startsWith('.')) queue.push(join(dirname(file), specifier))
      else packages.add(specifier)
    }
  }
  expect([...packages]).toEqual(['@org/sse-parser'])
  expect([...files].filter((file) => file.includes('/contract/'))).toEqual([])
})
