import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readAddress } from '../frame/session/read-address.ts'
import { frameAddress } from './frame-address.ts'
import { readOptions } from './read-options.ts'

const loader = 'https://chat.example/static/embed-loader.js?v=3'
const { origin } = window
const addressOf = (attributes: Record<string, string>) => frameAddress(readOptions(attributes), loader)

it('is the theme’s document on the host of the loader, and says who frames it', () => {
  const address = addressOf({ cfg: 'cfg-1', theme: 'ivory' })
  expect(address.origin + address.pathname).toBe('https://chat.example/embed/theme/ivory')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    cfg: 'cfg-1',
    open: '0',
    hide: '1',
    origin,
  })
})

it('is read by the document as the tag has meant it', () => {
  expect(readAddress(addressOf({ cfg: 'cfg-1', theme: 'aurora' }))).toEqual({
    cfg: 'cfg-1',
    theme: 'aurora',
    position: 'bottom-left',
    open: false,
    hideLauncher: true,
    origin,
    language: '',
    pageFont: getComputedStyle(document.body).fontFamily,
    requireDisclaimer: true,
  })
  const own = {
    theme: 'modern',
    position: 'top-left',
    width: '400',
    height: '500px',
    lang: 'es',
    requireDisclaimer: 'no',
  }
  expect(readAddress(addressOf(own))).toEqual({
    cfg: '',
    theme: 'modern',
    position: 'top-left',
    width: 400,
    height: 500,
    open: false,
    hideLauncher: true,
    origin,
    language: 'es',
    pageFont: getComputedStyle(document.body).fontFamily,
    requireDisclaimer: false,
  })
})

it('carries any id unharmed and never leaves the host', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (cfg) => {
      const address = addressOf({ cfg })
      expect(address.origin + address.pathname).toBe('https://chat.example/embed/theme/ultra')
      expect(address.searchParams.get('cfg')).toBe(cfg)
      expect(address.searchParams.get('hide')).toBe('1')
      expect(address.hash).toBe('')
    }),
  )
})

it('names the typefaces of the page', () => {
  document.body.style.fontFamily = 'Georgia, serif'
  expect(addressOf({}).searchParams.get('font')).toBe('Georgia, serif')
  document.body.style.fontFamily = ''
})
