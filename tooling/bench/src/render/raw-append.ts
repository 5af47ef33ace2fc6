import type { RenderAdapter } from './adapter.ts'

// No Markdown at all: text appended to a paragraph, a new paragraph for a blank line.
export const adapter: RenderAdapter = {
  name: 'raw append',
  mount(element) {
    let paragraph = element.appendChild(document.createElement('p'))
    let shown = 0
    return {
      update(text) {
        const [first = '', ...others] = text.slice(shown).split('\n\n')
        shown = text.length
        paragraph.append(first)
        for (const other of others) {
          paragraph = element.appendChild(document.createElement('p'))
          paragraph.append(other)
        }
      },
      unmount: () => element.replaceChildren(),
    }
  },
}
