import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@org/scripts/bootstrap.mjs'
import { runCommand } from './run-command.ts'

/**
 * Writes the code of the documents into a project: `samples/<document>/`, a file a block. A block is named by its
 * `title`, others are `sample-1`, `sample-2`, … For the first of each package's README there is a page,
 * `samples/<package>.html`, and for a block whose title is `<name>.page.<kind>`, `samples/<package>.<name>.html`. The examples of docstrings are
 * `samples/<package>/example-1.ts`, ….
 */
export function writeSamples(project: string): void {
  const folder = path.join(project, 'samples')
  for (const document of globSync(['packages/*/README.md', 'docs/*.md'], { cwd: root })) {
    const isReadme = document.startsWith('packages')
    const name = isReadme ? path.basename(path.dirname(document)) : path.basename(document, '.md')
    const text = readFileSync(path.join(root, document), 'utf8')
    mkdirSync(path.join(folder, name), { recursive: true })
    let count = 0
    for (const [, kind = '', title, code = ''] of text.matchAll(
      /^```(tsx?|js|css|vue|svelte)(?: title="([^"]+)")?\n(.*?)^```$/gmsu,
    )) {
      const file = title ?? `sample-${(count += 1)}.${kind}`
      mkdirSync(path.dirname(path.join(folder, name, file)), { recursive: true })
      writeFileSync(path.join(folder, name, file), code)
      const page = /^(.+)\.page\.tsx?$/u.exec(file)?.[1]
      if (page !== undefined) writePage(path.join(folder, `${name}.${page}.html`), `./${name}/${file}`)
      else if (isReadme && count === 1 && title === undefined)
        writePage(path.join(folder, `${name}.html`), `./${name}/${file}`)
    }
    if (isReadme) writeExamples(path.join(root, path.dirname(document), 'api.md'), path.join(folder, name))
  }
}

function writePage(file: string, script: string): void {
  writeFileSync(file, `<!doctype html><div id="root"></div><script type="module" src="${script}"></script>\n`)
}

/** The pages that {@link writeSamples} wrote, relative to the project. */
export function samplePages(project: string): string[] {
  return globSync('samples/*.html', { cwd: project })
}

/** Writes the examples of an API reference, each of which has to be a whole program. */
function writeExamples(reference: string, folder: string): void {
  if (!existsSync(reference)) return
  const examples = readFileSync(reference, 'utf8').matchAll(
    /^ *\* @example\n(?<code>(?: *\*(?! @)(?!\/).*\n)+)/gmu,
  )
  let count = 0
  for (const { groups } of examples) {
    const code = (groups?.['code'] ?? '').replaceAll(/^ *\* ?/gmu, '')
    if (!code.startsWith('import ')) throw new Error(`An example of ${reference} has no imports:\n${code}`)
    const kind = /<\/\w*>|\/>/u.test(code) ? 'tsx' : 'ts'
    writeFileSync(path.join(folder, `example-${(count += 1)}.${kind}`), code)
  }
}

/** Runs the examples that need no page, one after the other, in one process. */
export async function runExamples(project: string): Promise<void> {
  const files = globSync('samples/*/example-*.ts', { cwd: project })
  if (files.length < 10) throw new Error(`There are only ${files.length} examples.`)
  const imports = files.map((file) => `await import('./${file.replaceAll('\\', '/')}')`)
  writeFileSync(path.join(project, 'examples.mjs'), imports.join('\n'))
  await runCommand(process.execPath, ['examples.mjs'], project)
}
