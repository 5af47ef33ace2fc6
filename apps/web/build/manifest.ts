/** Manifest entry of one chunk. */
interface Chunk {
  file: string
  imports?: string[]
  isDynamicEntry?: boolean
  css?: string[]
}

/** The build's manifest: each entry and chunk by its source. */
export type Manifest = Record<string, Chunk>

/**
 * A chunk's files and those of everything that it imports statically, each once.
 *
 * @throws {Error} when the manifest does not know it
 */
export function filesOf(manifest: Manifest, name: string): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (each: string) => {
    if (seen.has(each)) return
    seen.add(each)
    const chunk = manifest[each]
    if (chunk === undefined) throw new Error(`The build's manifest does not know ${each}.`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(name)
  return [...files]
}
