import { problemsOfCatalogues, strayTranslations } from '@org/languages/testing'
import type { Messages } from '@org/languages/translator'
import { expect, it } from 'vitest'

const modules = import.meta.glob('../**/*.texts.ts', { eager: true })
const catalogues = import.meta.glob<Record<string, Messages>>('./*/*.json', {
  eager: true,
  import: 'default',
})

it.each(['es', 'ar'])('has every text in %s, with the arguments of the English one', (language) => {
  expect(Object.keys(modules).length).toBeGreaterThan(0)
  expect(problemsOfCatalogues(language, catalogues)).toEqual([])
})

it('has nothing translated that is no text', () => {
  expect(strayTranslations(catalogues)).toEqual([])
})
