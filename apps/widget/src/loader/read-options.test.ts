import { expect, it } from 'vitest'
import { widgetThemes } from '../themes/widget-themes.ts'
import { launcherStyles } from './launcher-styles.ts'
import { readOptions } from './read-options.ts'

it('has the defaults of the specification', () => {
  expect(readOptions({})).toEqual({
    id: '',
    theme: 'ultra',
    label: '',
    look: '',
    open: false,
    hideLauncher: false,
    full: true,
    dataLayer: '',
    attributes: {},
    query: {
      cfg: '',
      position: 'bottom-right',
      width: '',
      height: '',
      lang: '',
      require_disclaimer: '',
    },
  })
})

it('reads every attribute', () => {
  const query = { cfg: 'cfg-1', position: 'top-left', width: '400', height: '500', lang: 'ar' }
  const switches = { open: 'true', hideLauncher: 'yes', mobile: 'scale', requireDisclaimer: 'false' }
  const launcher = { label: 'Ask us', look: '--paint:#b1004f' }
  const page = { layer: 'dataLayer', userId: '17', userHash: 'abc', userExpires: '1795600000' }
  const attributes = { id: 'shop', theme: 'aurora', ...launcher, ...query, ...switches, ...page }
  expect(readOptions(attributes)).toEqual({
    id: 'shop',
    theme: 'aurora',
    ...launcher,
    open: true,
    hideLauncher: true,
    full: false,
    dataLayer: 'dataLayer',
    attributes,
    query: { ...query, require_disclaimer: 'false' },
  })
})

it('names a widget after its configurator, and stands in its theme’s corner', () => {
  expect(readOptions({ cfg: 'cfg-1' }).id).toBe('cfg-1')
  for (const [theme, { position }] of Object.entries(widgetThemes)) {
    expect(readOptions({ theme })).toMatchObject({ theme, query: { position } })
  }
  expect(Object.keys(launcherStyles)).toEqual(Object.keys(widgetThemes))
})

it('speaks the tag’s language, else the page’s', () => {
  document.documentElement.lang = 'es-MX'
  expect(readOptions({}).query.lang).toBe('es-MX')
  expect(readOptions({ lang: 'ar' }).query.lang).toBe('ar')
  document.documentElement.lang = ''
})

it('falls back where an attribute makes no sense', () => {
  const attributes = {
    theme: '__proto__',
    position: 'middle',
    open: 'perhaps',
    mobile: 'tiny',
    requireDisclaimer: '',
  }
  expect(readOptions(attributes)).toEqual({ ...readOptions({}), attributes })
})

it.each(['1', 'true', 'yes', 'YES'])('is open with %s', (open) => {
  expect(readOptions({ open }).open).toBe(true)
})
