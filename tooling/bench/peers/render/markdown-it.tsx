import DOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'
import { reactAdapter } from '../../src/render/react-adapter.tsx'
import { citePlugin } from './cite-markdown-it.ts'

const markdown = new MarkdownIt({ html: false }).use(citePlugin)

// The naive renderer: parses and renders everything again for every chunk.
export const adapter = reactAdapter('markdown-it', ({ text }) => {
  const html = DOMPurify.sanitize(markdown.render(text), { ADD_ATTR: ['data-refs', 'data-pk'] })
  return <div dangerouslySetInnerHTML={{ __html: html }} />
})
