import { default_renderer, parser, parser_end, parser_write } from 'streaming-markdown'
import type { RenderAdapter } from '../../src/render/adapter.ts'

// Knows no citations and needs no sanitiser: it makes elements, straight into the document.
export const adapter: RenderAdapter = {
  name: 'streaming-markdown',
  mount(element) {
    const state = parser(default_renderer(element))
    let written = 0
    return {
      update(text, done) {
        parser_write(state, text.slice(written))
        written = text.length
        if (done) parser_end(state)
      },
      unmount: () => element.replaceChildren(),
    }
  },
}
