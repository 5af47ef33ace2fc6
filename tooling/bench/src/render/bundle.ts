import { bundlePage, oneReact, type PageFiles } from '../bundle-page.ts'
import { gzipSize } from '../bundle-size.ts'
import { packageFolder } from '../folders.ts'
import { renderAdapters, type RenderAdapterId } from './adapters.ts'

// Modules that streamdown loads on demand, for diagrams and formulas.
const onDemand = ['mermaid', 'katex']

/** The page of one renderer: `main.js` and its chunks, `main.css`. */
export async function bundleRenderer(id: RenderAdapterId): Promise<PageFiles> {
  const files = await bundlePage({
    stdin: {
      contents: `import { adapter } from './${renderAdapters[id]}'
        import { install } from './src/render/page.ts'
        install(adapter)`,
      resolveDir: packageFolder,
    },
    splitting: true,
    external: onDemand,
    alias: oneReact,
  })
  return new Map([['main.css', new Uint8Array()], ...files])
}

/** Gzipped bytes that a renderer adds to an application that has React. */
export function renderSize(id: RenderAdapterId): Promise<number> {
  return gzipSize({
    code: `export * from './${renderAdapters[id]}'`,
    external: ['react', 'react-dom', ...onDemand],
  })
}
