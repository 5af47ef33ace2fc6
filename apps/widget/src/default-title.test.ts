import { widgetDefaults } from '@org/api-client'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { widgetTexts } from './frame/widget.texts.ts'
import arabic from './languages/ar/widget.json' with { type: 'json' }
import spanish from './languages/es/widget.json' with { type: 'json' }
import { loaderTexts } from './loader/loader.texts.ts'

// The loader imports nothing, so that it stays small, and a document and a catalogue of texts need literals.
describe('the default title of a widget', () => {
  it('is the same in the defaults, the loader, the frame and its document', () => {
    const { title } = widgetDefaults
    expect(loaderTexts('en').title).toBe(title)
    expect(widgetTexts.title).toBe(title)
    const document = readFileSync('index.html', 'utf8')
    expect(document).toContain(`<title>${title}</title>`)
  })

  it.each([
    ['es', spanish],
    ['ar', arabic],
  ])('is the same in the loader and the frame in %s', (language, catalogue) => {
    expect(loaderTexts(language).title).toBe(catalogue.widget.title)
  })
})
