import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The source files of a folder with the files that each one imports; paths are relative to the folder. */
export type SourceImports = ReadonlyMap<string, readonly string[]>

const specifiers = /(?:\bfrom |\bimport |\bimport\()'(\.{1,2}\/[^'\n]+\.ts)'/gu

/** Reads the relative imports between TypeScript files, of values and of types; tests are left out. */
export function readSourceImports(folder: string): SourceImports {
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })
  return new Map(
    files.map((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      const targets = [...source.matchAll(specifiers)].map(([, target = '']) =>
        normalize(join(dirname(file), target)),
      )
      return [file, targets]
    }),
  )
}

/** The room of a file: its folder, or the file itself at the top. */
export function roomOf(file: string): string {
  const folder = dirname(file)
  return folder === '.' ? file : folder
}

/** Imports from a room that is not listed, or that is listed below the importing one. */
export function importsAgainst(order: readonly string[], imports: SourceImports): string[] {
  const rank = new Map(order.map((room, index) => [room, index]))
  return [...imports].flatMap(([file, targets]) => {
    const own = rank.get(roomOf(file))
    if (own === undefined) return [`${file}: its folder is not listed`]
    return targets
      .filter((target) => (rank.get(roomOf(target)) ?? Infinity) > own)
      .map((target) => `${file} imports ${target}`)
  })
}

/** Cycles of imports between files, each one once: its files in the order of the imports. */
export function importCycles(imports: SourceImports): string[][] {
  const cycles: string[][] = []
  const finished = new Set<string>()
  const path: string[] = []
  function visit(file: string): void {
    if (finished.has(file)) return
    const start = path.indexOf(file)
    if (start !== -1) {
      cycles.push(path.slice(start))
      return
    }
    path.push(file)
    for (const target of imports.get(file) ?? []) visit(target)
    path.pop()
    finished.add(file)
  }
  for (const file of imports.keys()) visit(file)
  return cycles
}
