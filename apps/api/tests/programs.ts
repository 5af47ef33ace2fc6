import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'tsup'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the programs, built from the source as it stands. */
    programs: string
  }
}

/**
 * Builds the programs that tests run as processes, once for the whole run and with their dependencies in one file:
 * each of their many starts then takes a fifth of the time. They lie in the package, whose folders they look for.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = join(import.meta.dirname, '../node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const outDir = await mkdtemp(join(parent, 'test-programs-'))
  await build({
    outDir,
    silent: true,
    sourcemap: false,
    splitting: true,
    // Packages with files beside their code stay external.
    noExternal: [/^(?!@node-rs\/|@electric-sql\/|@img\/|sharp$|pg-native$)/u],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  })
  project.provide('programs', outDir)
  return () => rm(outDir, { recursive: true, force: true })
}
