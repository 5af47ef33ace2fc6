import { languages } from '@org/languages'
import { expect, it, vi } from 'vitest'
import ar from '../languages/ar/widget.json' with { type: 'json' }
import es from '../languages/es/widget.json' with { type: 'json' }
import { widgetTexts } from '../frame/widget.texts.ts'
import { loaderTexts } from './loader.texts.ts'

const titles = { en: widgetTexts.title, es: es.widget.title, ar: ar.widget.title }

it.each(languages)('calls the widget what it is called in $name', ({ code }) => {
  const { title, unread } = loaderTexts(code)
  expect(title).toBe(titles[code])
  expect(unread).toMatch(/^\p{L}+$/u)
})

it.each([
  ['es-MX', ['en'], 'es'],
  ['', ['de', 'ar-EG', 'en'], 'ar'],
  ['de', ['es-ES', 'es'], 'es'],
  ['fr', ['est', 'arc'], 'en'],
  ['en', ['es'], 'en'],
] as const)('speaks %s, else %s: %s', (page, browser, language) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
  expect(loaderTexts(page)).toEqual(loaderTexts(language))
})
