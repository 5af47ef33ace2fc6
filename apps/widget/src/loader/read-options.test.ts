import { expect, it } from 'vitest'
import { widgetThemes } from '../themes/widget-themes.ts'
import { looks } from './looks.ts'
import { readOptions } from './read-options.ts'

it('has the defaults of the specification', () => {
  expect(readOptions({})).toEqual({
    id: '',
    cfg: '',
    theme: 'ultra',
    position: 'bottom-right',
    width: undefined,
    height: undefined,
    open: false,
    hideLauncher: false,
    full: false,
    lang: '',
    requireDisclaimer: true,
  })
})

it('reads every attribute', () => {
  const { mobile, ...attributes } = {
    id: 'shop',
    cfg: 'cfg-1',
    theme: 'aurora',
    position: 'top-left',
    open: 'true',
    width: '400',
    height: '500',
    hideLauncher: 'yes',
    mobile: 'full',
    lang: 'ar',
    requireDisclaimer: 'false',
  }
  expect(readOptions({ ...attributes, mobile })).toEqual({
    ...attributes,
    open: true,
    hideLauncher: true,
    full: true,
    requireDisclaimer: false,
  })
})

it('names a widget after its configurator, and stands in its theme’s corner', () => {
  expect(readOptions({ cfg: 'cfg-1' }).id).toBe('cfg-1')
  for (const [theme, { position }] of Object.entries(widgetThemes)) {
    expect(readOptions({ theme })).toMatchObject({ theme, position })
  }
  expect([...looks.keys()]).toEqual(Object.keys(widgetThemes))
})

it('speaks the tag’s language, else the page’s', () => {
  document.documentElement.lang = 'es-MX'
  expect(readOptions({}).lang).toBe('es-MX')
  expect(readOptions({ lang: 'ar' }).lang).toBe('ar')
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
  expect(readOptions(attributes)).toEqual(readOptions({}))
})

it.each(['1', 'true', 'yes', 'YES'])('is open with %s', (open) => {
  expect(readOptions({ open }).open).toBe(true)
})
