// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert, describe, expect, it } from 'vitest'
import { createChatEngine } from './index.ts'
import { createScriptedTransport } from './testing/scripted-transport.ts'

const source = dirname(fileURLToPath(import.meta.url))

const everyImport = /\b(?:from |import\()'([^']+)'/gu
const importOfCode = /^(?:import|export) (?!type )[^']*? from '([^']+)'/gmu
const importOnDemand = /\bimport\('([^']+)'\)/gu

/** The files that an entry consists of, with what each imports from elsewhere. */
function readGraph(entry: string, imports = everyImport) {
  const files = new Map<string, string>()
  const packages = new Set<string>()
  const queue = [join(source, entry)]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue
    // The examples of comments import the package itself.
    const text = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//gu, '')
    files.set(file, text)
    for (const [, specifier = ''] of text.matchAll(imports)) {
      if (specifier.startsWith('.')) queue.push(join(dirname(file), specifier))
      else packages.add(specifier)
    }
  }
  return { files, packages }
}

const BROWSER_NAMES =
  /\b(?:window|document|navigator|localStorage|sessionStorage|requestAnimationFrame|cancelAnimationFrame|HTMLElement|location|history\.pushState)\b/u

/** The one file of the core that may name globals of a browser. */
const browserAccess = join(source, 'platform/platform.ts')

describe('the core', () => {
  const core = readGraph('index.ts')

  it('imports neither React nor jotai', () => {
    expect([...core.packages].toSorted()).toEqual(['@org/api-client', '@org/citations'])
  })

  it.each([...core.files.keys()].filter((file) => file !== browserAccess))(
    'names nothing of a browser in %s',
    (file) => {
      const code = (core.files.get(file) ?? '').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, '')
      expect(code.match(BROWSER_NAMES)).toBeNull()
    },
  )

  it('reaches for a browser only through guarded globals, in platform/platform.ts', () => {
    const code = core.files.get(browserAccess)
    assert(code !== undefined)
    expect(code.match(/(?<!globalThis\.)\b(?:window|localStorage\.|document)\b/u)).toBeNull()
  })

  it('shares no code with what it loads when it is needed: bundlers would cut it into pieces', () => {
    const atOnce = readGraph('index.ts', importOfCode).files
    const importedOnDemand = (files: Map<string, string>) =>
      [...files].flatMap(([file, text]) =>
        [...text.matchAll(importOnDemand)].map(([, specifier = '']) =>
          relative(source, join(dirname(file), specifier)),
        ),
      )
    const first = importedOnDemand(atOnce)
    const onDemand = [
      ...first,
      ...first.flatMap((entry) => importedOnDemand(readGraph(entry, importOfCode).files)),
    ]
    expect(onDemand).toHaveLength(6)
    for (const entry of onDemand) {
      const shared = [...readGraph(entry, importOfCode).files.keys()].filter((file) => atOnce.has(file))
      expect({ entry, shared }).toEqual({ entry, shared: [] })
    }
  })

  it('works where there is no browser', async () => {
    expect(globalThis).not.toHaveProperty('document')
    const engine = createChatEngine({
      transport: createScriptedTransport(),
      disclaimer: { required: false },
    })
    await engine.start()
    const key = engine.conversations.get().selectedKey ?? ''
    expect(engine.send(key, { text: 'Hello?' })).toBe('sent')
    engine.dispose()
  })
})

/**
 * From the ground up: a room imports only from itself and from rooms before it. Files beside the rooms, such as the types of
 * `engine-parts.ts`, are in none.
 */
const rooms = [
  'platform',
  'transport',
  'tabs',
  'stores',
  'drafts',
  'outbox',
  'runs',
  'history',
  'guests',
  'conversations',
  'questions',
  // What only entries of their own import: transports to other servers, storage, frameworks, the panel for developers.
  'adapters',
  'storage',
  'bindings',
  'devtools',
]

describe('the rooms', () => {
  const imports = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => rooms.includes(dirname(file)) && /(?<!\.test)\.ts$/u.test(file))
    .flatMap((file) =>
      [...readFileSync(join(source, file), 'utf8').matchAll(everyImport)].map(([, specifier = '']) => ({
        file,
        room: dirname(file),
        imported: dirname(join(dirname(file), specifier)),
      })),
    )
    .filter(({ imported }) => rooms.includes(imported))

  it('import in one direction', () => {
    expect(imports.length).toBeGreaterThan(50)
    const upward = imports.filter(({ room, imported }) => rooms.indexOf(imported) > rooms.indexOf(room))
    expect(upward).toEqual([])
  })
})

describe('the other entries', () => {
  it('import their own framework alone', () => {
    expect(readGraph('react.ts').packages).not.toContain('jotai')
    expect(readGraph('jotai.ts').packages).not.toContain('react')
  })
})
