import { globSync } from 'node:fs'
import path from 'node:path'

/**
 * Gives the classes of CSS modules the shortest names, which stand in every first load: letters for the file, a number
 * for the class. Every build of the same sources gives the same ones, so that prerendered pages wear them, too.
 *
 * @param root the folder that all sources are in
 */
export function shortClassNames(root: string): (name: string, file: string) => string {
  const sources = ['apps/*/src/**/*.module.css', 'packages/*/src/**/*.module.css']
  const files = globSync(sources, { cwd: root }).map((file) => path.resolve(root, file))
  const known = new Map(
    files.toSorted().map((file, index) => [file, { prefix: letters(index), names: new Array<string>() }]),
  )
  return (name, file) => {
    const source = known.get(path.resolve(file.split('?')[0] ?? file))
    if (source === undefined) throw new Error(`${file} is no style sheet of the sources.`)
    if (!source.names.includes(name)) source.names.push(name)
    return source.prefix + source.names.indexOf(name)
  }
}

/** a, b, … z, aa, ab, … */
function letters(index: number): string {
  const rest = Math.floor(index / 26) - 1
  return (rest < 0 ? '' : letters(rest)) + String.fromCodePoint(97 + (index % 26))
}
