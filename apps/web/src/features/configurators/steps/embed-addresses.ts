import type { Configurator } from '@org/api-client'
import { themePlacements } from './theme-placements.ts'

type Embedded = Pick<Configurator, 'id' | 'widgetTheme'>

/** The page that shows a widget as another site would: the real loader, opened. */
export function previewUrl(origin: string, { id, widgetTheme: theme }: Embedded): string {
  const { position, width, height } = themePlacements[theme]
  const query = new URLSearchParams({ theme, position, open: 'true', width: `${width}`, height: `${height}` })
  return `${origin}/widgets/preview/${encodeURIComponent(id)}?${query.toString()}`
}

/** Returns the embed snippet of a widget. */
export function embedSnippet(origin: string, { id, widgetTheme: theme }: Embedded): string {
  const { position, width, height } = themePlacements[theme]
  return [
    '<script',
    `  src="${origin}/static/embed-loader.js"`,
    `  data-cfg="${id}"`,
    `  data-theme="${theme}"`,
    `  data-position="${position}"`,
    '  data-open="false"',
    `  data-width="${width}"`,
    `  data-height="${height}"`,
    '  async',
    '></script>',
  ].join('\n')
}

/** Returns the URL of the live preview. A widget that is unsaved, or that no site may embed, is previewed by the site itself. */
export function previewFrame(saved: Configurator | null, draft: string): string {
  const theme = saved?.widgetTheme ?? 'ultra'
  const query = new URLSearchParams({
    cfg: saved?.active === true ? saved.id : '',
    theme,
    position: themePlacements[theme].position,
    open: '1',
    draft,
  })
  return `/admin/embed-preview?${query.toString()}`
}
