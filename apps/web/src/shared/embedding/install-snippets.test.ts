import { widgetDefaults } from '@org/api-client'
import { expect, it } from 'vitest'
import { embedSnippet } from './embed-addresses.ts'
import { installSnippet, platforms } from './install-snippets.ts'

const label = 'Ask "us" </script>'
const snippet = embedSnippet('https://chat.example', {
  id: 'w1',
  widgetTheme: 'ultra',
  appearance: {
    ...widgetDefaults.appearance,
    starters: [],
    label,
    greeting: { text: 'Hello', seconds: 5, path: '' },
  },
})

it.each(platforms)('names the loader, the greeting and the widget for %s', (platform) => {
  const code = installSnippet(platform, snippet)
  expect(code).toContain('https://chat.example/static/embed-loader.js')
  expect(code).toContain('https://chat.example/static/embed-greeting.js')
  expect(code).toContain('w1')
})

it('sets the attributes by a script that runs, for Google Tag Manager', () => {
  const code = installSnippet('gtm', snippet)
  expect(code.match(/<\/script>/gu)).toHaveLength(1)
  const page = document.implementation.createHTMLDocument()
  const body = code.replace('<script>', '').replace('</script>', '')
  // oxlint-disable-next-line typescript/no-implied-eval -- the snippet is code for a page
  new Function('document', body)(page)
  const [loader, greeting] = page.head.querySelectorAll('script')
  expect(loader?.dataset).toMatchObject({ cfg: 'w1', theme: 'ultra', label })
  expect(greeting?.dataset).toMatchObject({ cfg: 'w1', text: 'Hello', seconds: '5' })
})

it('wraps the tags for WordPress in PHP, and for Next.js in its Script', () => {
  expect(installSnippet('wordpress', snippet)).toMatch(/^add_action\('wp_footer'[\s\S]+<\?php\n\}\);$/u)
  expect(installSnippet('next', snippet)).toContain('data-cfg={"w1"}')
  expect(installSnippet('html', snippet)).toBe(snippet)
  expect(installSnippet('shopify', snippet)).toBe(snippet)
})
