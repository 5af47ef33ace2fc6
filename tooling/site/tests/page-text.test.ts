import { expect, it } from 'vitest'
import { addressOf, anchorOf, toPage } from '../src/page-text.ts'
import { problemsOfAnchors } from '../src/site-anchors.ts'

it('links lead to pages of the site, and to the repository where there is none', () => {
  const readme = 'packages/chat-engine/README.md'
  expect(addressOf(readme, 'api.md')).toBe('/reference/chat-engine')
  expect(addressOf(readme, '../../docs/adopt-chat-engine.md')).toBe('/guides/adopt-chat-engine')
  expect(addressOf('docs/benchmarks.md', '../packages/sse-parser')).toBe('/packages/sse-parser')
  expect(addressOf(readme, '#errors')).toBe('#errors')
  expect(addressOf(readme, 'https://example.org/#a')).toBe('https://example.org/#a')
  expect(addressOf(readme, 'src/engine.ts')).toBe(
    'https://github.com/org/assistant/tree/main/packages/chat-engine/src/engine.ts',
  )
})

it('code keeps what looks like a link, and nothing is a template', () => {
  const page = toPage(
    'packages/theme/README.md',
    '[API](api.md)\n\n```ts\nconst a = b[0](api.md)\n```\n\n{{ x }}',
  )
  expect(page).toContain('[API](/reference/theme)')
  expect(page).toContain('b[0](api.md)')
  expect(page.startsWith('::: v-pre')).toBe(true)
})

it('anchors are those of GitHub', () => {
  expect(anchorOf('@org/chat-engine/ai-sdk')).toBe('orgchat-engineai-sdk')
  expect(anchorOf('What a person sees when it goes wrong')).toBe('what-a-person-sees-when-it-goes-wrong')
})

it('a link to a page or a heading that does not exist is a problem', () => {
  const pages = new Map([
    [
      'index.html',
      '<a href="/guide#one">1</a><a href="/guide#two">2</a><a href="/none">3</a><a href="#top">4</a>',
    ],
    ['guide.html', '<h2 id="one">One</h2><a href="/">Home</a>'],
  ])
  expect(problemsOfAnchors(pages)).toEqual([
    'index.html: /guide#two names no heading',
    'index.html: /none leads nowhere',
    'index.html: #top names no heading',
  ])
})
