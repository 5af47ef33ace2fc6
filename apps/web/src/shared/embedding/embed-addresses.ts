import type { Configurator } from '@org/api-client'
import { launcherLook } from '../launcher-look.ts'
import { themePlacements } from './theme-placements.ts'

type Embedded = Pick<Configurator, 'id' | 'widgetTheme' | 'appearance'>

/** The page that shows a widget as another site would: the real loader, opened. */
export function previewUrl(origin: string, { id, widgetTheme: theme, appearance }: Embedded): string {
  const { position, width, height } = themePlacements[theme]
  const query = new URLSearchParams({
    theme,
    position: appearance.position ?? position,
    open: 'true',
    width: `${width}`,
    height: `${height}`,
  })
  const { accent, radius, icon, label } = appearance
  const launcher = { accent, radius, icon: icon === 'chat' ? null : icon, label: label === '' ? null : label }
  for (const [name, value] of Object.entries(launcher)) if (value !== null) query.set(name, String(value))
  return `${origin}/widgets/preview/${encodeURIComponent(id)}?${query.toString()}`
}

/**
 * Returns the embed snippet of a widget. The launcher is drawn from it alone, so that it requests nothing; a greeting is a
 * script of its own.
 */
export function embedSnippet(origin: string, { id, widgetTheme: theme, appearance }: Embedded): string {
  const { width, height } = themePlacements[theme]
  const position = appearance.position ?? themePlacements[theme].position
  const { label, language, greeting } = appearance
  const look = launcherLook(appearance)
  const launcher = scriptTag(`${origin}/static/embed-loader.js`, {
    cfg: id,
    theme,
    position,
    open: 'false',
    width: `${width}`,
    height: `${height}`,
    ...(label === '' ? {} : { label }),
    ...(look === '' ? {} : { look }),
    ...(language === 'auto' ? {} : { lang: language }),
  })
  if (greeting === null) return launcher
  const note = scriptTag(`${origin}/static/embed-greeting.js`, {
    cfg: id,
    text: greeting.text,
    seconds: `${greeting.seconds}`,
    ...(greeting.path === '' ? {} : { path: greeting.path }),
    position,
    ...(language === 'auto' ? {} : { lang: language }),
  })
  return `${launcher}\n${note}`
}

function scriptTag(src: string, data: Readonly<Record<string, string>>): string {
  const attributes = Object.entries(data).map(([name, value]) => `  data-${name}="${escapeAttribute(value)}"`)
  return ['<script', `  src="${src}"`, ...attributes, '  async', '></script>'].join('\n')
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Returns the URL of the live preview. A widget that is unsaved, or that no site may embed, is previewed by the site itself. */
export function previewFrame(saved: Configurator | null, draft: string): string {
  const theme = saved?.widgetTheme ?? 'ultra'
  const query = new URLSearchParams({
    cfg: saved?.active === true ? saved.id : '',
    theme,
    position: saved?.appearance.position ?? themePlacements[theme].position,
    open: '1',
    draft,
  })
  return `/admin/embed-preview?${query.toString()}`
}
