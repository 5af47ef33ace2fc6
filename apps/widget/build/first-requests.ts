import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { minifySync, type Plugin, type Rolldown } from 'vite'

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

/** Position of the script in `index.html`: before the style sheets, which it must not wait for. */
const marker = '<!-- first-requests -->'
const source = path.join(import.meta.dirname, '../src/frame/first-requests.js')

/**
 * Writes the script that makes the first requests into the page, with the files of each theme. The server names its digest
 * in the content security policy.
 */
export function firstRequests(): Plugin {
  return {
    name: 'first-requests',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const text = `const themeFiles = ${JSON.stringify(filesOfThemes(bundle))};${await readFile(source, 'utf8')}`
        return html.replace(
          marker,
          () => `<script>${minifySync('first-requests.js', `{${text}}`).code}</script>`,
        )
      },
    },
  }
}

/** Addresses of the files that each theme loads beyond those of the page, by the theme's name. */
function filesOfThemes(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
  const ofPage = new Set(filesOf(bundle, entries))
  const themes = chunks.flatMap(({ facadeModuleId, fileName }) => {
    const name = /\/themes\/(\w+)\/\1\.tsx$/u.exec(facadeModuleId ?? '')?.[1]
    return name === undefined
      ? []
      : [[name, filesOf(bundle, [fileName]).filter((file) => !ofPage.has(file))] as const]
  })
  if (themes.length === 0) throw new Error('no theme has a chunk of its own')
  return Object.fromEntries(themes)
}

/** Addresses of chunks with all that they import statically, and of their style sheets. */
function filesOf(bundle: Bundle, names: readonly string[]): string[] {
  const seen = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = bundle[name]
    if (seen.has(`/${name}`) || chunk?.type !== 'chunk') continue
    seen.add(`/${name}`)
    waiting.push(...chunk.imports)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(`/${sheet}`)
  }
  return [...seen]
}
