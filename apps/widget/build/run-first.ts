import type { Plugin } from 'vite'

/**
 * Gives a chunk that the page's script imports a tag of its own before it, so that it runs as soon as it is there, and
 * not once all of the script is.
 *
 * @param chunk its name
 */
export function runFirst(chunk: string): Plugin {
  const tags = new RegExp(
    `(<script [^>]*></script>)\\s*<link rel="modulepreload" crossorigin href="([^"]*-${chunk}-[^"]*)">`,
    'u',
  )
  return {
    name: 'run-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!tags.test(html)) throw new Error(`the page does not name ${chunk}`)
        return html.replace(tags, '<script type="module" crossorigin src="$2"></script>\n    $1')
      },
    },
  }
}
