import type { Plugin } from 'vite'

/**
 * Gives a chunk that the page's script imports a tag of its own before it, so that it runs as soon as it is there, and
 * not once all of the script is.
 *
 * @param chunk its name
 */
export function runFirst(chunk: string): Plugin {
  const preload = new RegExp(`\\s*<link rel="modulepreload" crossorigin href="([^"]*-${chunk}-[^"]*)">`, 'u')
  return {
    name: 'run-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [tag = '', address] = preload.exec(html) ?? []
        if (address === undefined) throw new Error(`the page does not name ${chunk}`)
        return html
          .replace(tag, '')
          .replace(
            '<script type="module"',
            `<script type="module" crossorigin src="${address}"></script>\n    <script type="module"`,
          )
      },
    },
  }
}
