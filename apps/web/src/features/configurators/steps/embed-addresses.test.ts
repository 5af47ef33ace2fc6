import { expect, it } from 'vitest'
import { embedSnippet, previewFrame, previewUrl } from './embed-addresses.ts'

it.each([
  ['ultra', 'bottom-right', 520, 560],
  ['modern', 'bottom-right', 600, 560],
  ['ivory', 'bottom-right', 600, 640],
  ['aurora', 'bottom-left', 580, 640],
] as const)(
  '%s stands %s and is %i × %i, in the snippet and the preview',
  (theme, position, width, height) => {
    const widget = { id: 'w1', widgetTheme: theme }
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
