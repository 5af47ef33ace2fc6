import { widgetDefaults } from '@org/api-client'
import { expect, it } from 'vitest'
import { launcherIcons } from '../launcher-look.ts'
import { embedSnippet, previewFrame, previewUrl } from './embed-addresses.ts'

it.each([
  ['ultra', 'bottom-right', 520, 560],
  ['modern', 'bottom-right', 600, 560],
  ['ivory', 'bottom-right', 600, 640],
  ['aurora', 'bottom-left', 580, 640],
] as const)(
  '%s stands %s and is %i × %i, in the snippet and the preview',
  (theme, position, width, height) => {
    const widget = { id: 'w1', widgetTheme: theme, appearance: widgetDefaults.appearance }
    expect(previewUrl('https://site.example', widget)).toBe(
      `https://site.example/widgets/preview/w1?theme=${theme}&position=${position}&open=true&width=${width}&height=${height}`,
    )
    expect(embedSnippet('https://site.example', widget).split('\n')).toEqual([
      '<script',
      '  src="https://site.example/static/embed-loader.js"',
      '  data-cfg="w1"',
      `  data-theme="${theme}"`,
      `  data-position="${position}"`,
      '  data-open="false"',
      `  data-width="${width}"`,
      `  data-height="${height}"`,
      '  async',
      '></script>',
    ])
  },
)

it('the preview iframe has the query cfg, theme, position and open=1', () => {
  expect(previewFrame(null, 'a-draft')).toBe(
    '/admin/embed-preview?cfg=&theme=ultra&position=bottom-right&open=1&draft=a-draft',
  )
})

it('names what the launcher looks like in the snippet, so that it requests nothing', () => {
  const appearance = {
    ...widgetDefaults.appearance,
    accent: '#b1004f',
    position: 'top-left',
    icon: 'spark',
    label: 'Ask "us" & <co>',
    radius: 8,
    language: 'es',
  } as const
  const snippet = embedSnippet('https://site.example', { id: 'w1', widgetTheme: 'ultra', appearance })
  const script = new DOMParser().parseFromString(snippet, 'text/html').querySelector('script')
  expect(Object.fromEntries(Object.entries(script?.dataset ?? {}))).toMatchObject({
    position: 'top-left',
    label: 'Ask "us" & <co>',
    lang: 'es',
    look: `--paint:#b1004f;--sign:#ffffff;--radius:8px;--icon:${launcherIcons.spark}`,
  })
  const preview = new URL(previewUrl('https://site.example', { id: 'w1', widgetTheme: 'ultra', appearance }))
  expect(Object.fromEntries(preview.searchParams)).toMatchObject({
    position: 'top-left',
    accent: '#b1004f',
    radius: '8',
    icon: 'spark',
  })
})

it('adds a script of its own for a greeting', () => {
  const greeting = { text: 'Any "questions"?', seconds: 5, path: '/shop' }
  const appearance = { ...widgetDefaults.appearance, greeting }
  const snippet = embedSnippet('https://site.example', { id: 'w1', widgetTheme: 'aurora', appearance })
  const [, note] = new DOMParser().parseFromString(snippet, 'text/html').querySelectorAll('script')
  expect(note?.src).toBe('https://site.example/static/embed-greeting.js')
  expect(Object.fromEntries(Object.entries(note?.dataset ?? {}))).toEqual({
    cfg: 'w1',
    text: 'Any "questions"?',
    seconds: '5',
    path: '/shop',
    position: 'bottom-left',
  })
})
