import { describe, expect, it } from 'vitest'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Catalogues that are there before any page. */
const alwaysLoaded = ['kit', 'shell']

const pages = pagesOf(sources['./routes.tsx'] ?? '')

describe('the catalogues of pages', () => {
  it('are read from the routes', () => {
    expect(pages.length).toBeGreaterThan(30)
  })

  it.each(pages)('have the texts of $file', ({ file, catalogues }) => {
    const { used, loaded } = catalogueUse(file)
    const missing = [...used].filter((one) => ![...alwaysLoaded, ...catalogues, ...loaded].includes(one))
    expect(missing).toEqual([])
  })
})

/** Every page that fetches its own code, and the catalogues that its route names. */
function pagesOf(routes: string): { file: string; catalogues: string[] }[] {
  return [
    ...routes.matchAll(
      /(?:paths\.\w+|'\*'),\s+(?:\[((?:'[a-z]+'(?:, )?)+)\]|'([a-z]+)'),[^;]*?import\('(\.[^']+)'\)/gu,
    ),
  ].map(([, several, one, path = '']) => ({
    file: resolve('./routes.tsx', path),
    catalogues: several === undefined ? [one ?? ''] : [...several.matchAll(/[a-z]+/gu)].map(([name]) => name),
  }))
}

/** Catalogues whose texts a module and its imports use, and those that they load themselves. */
function catalogueUse(file: string): { used: Set<string>; loaded: Set<string> } {
  const used = new Set<string>()
  const loaded = new Set<string>()
  const seen = new Set([file])
  for (const each of seen) {
    const source = sources[each] ?? ''
    for (const [, name = ''] of source.matchAll(/\btexts\('([a-z]+)\//gu)) used.add(name)
    for (const [, name = ''] of source.matchAll(/\bloadTexts\('([a-z]+)'\)/gu)) loaded.add(name)
    for (const [, path = ''] of source.matchAll(/(?:from|import\(|import) ?'(\.[^']+)'/gu))
      seen.add(resolve(each, path))
  }
  return { used, loaded }
}

/** Resolves a relative path of an import, as the keys of `sources` are written. */
function resolve(from: string, path: string): string {
  const base = new URL(from, 'file:///src/app/')
  const { pathname } = new URL(path, base)
  return pathname.startsWith('/src/app/')
    ? `.${pathname.slice('/src/app'.length)}`
    : `..${pathname.slice('/src'.length)}`
}
