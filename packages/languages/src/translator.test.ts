import { expect, it } from 'vitest'
import { createTranslator } from './translator.ts'

const catalogues = {
  '../languages/es/shop.json': () =>
    Promise.resolve({
      cart: {
        title: 'Cesta',
        items: '{0, plural, one {# artículo} other {# artículos}}',
        total: 'Total de {1}: {0}',
        steps: [{ name: 'Elegir' }, { name: 'Pagar' }],
      },
    }),
  '../languages/ar/shop.json': () =>
    Promise.resolve({
      cart: { items: '{0, plural, two {سلعتان} few {# سلع} other {# سلعة}}', total: 'مجموع {1}: {0}' },
    }),
}

function englishTexts() {
  return {
    title: 'Cart',
    hint: 'Nothing is sent yet.',
    items: (count: number) => `${count} items`,
    total: (amount: string, person: string) => `${person}’s total: ${amount}`,
    steps: [
      { name: 'Choose', picture: 'basket' },
      { name: 'Pay', picture: 'card' },
    ],
  }
}

it('writes a language’s texts over the English ones, in place', async () => {
  const texts = englishTexts()
  const { steps } = texts
  const translator = createTranslator('es', catalogues)
  await translator.load('shop')
  translator.fill('shop/cart', texts)
  expect(texts.title).toBe('Cesta')
  expect(texts.hint).toBe('Nothing is sent yet.')
  expect(steps).toEqual([
    { name: 'Elegir', picture: 'basket' },
    { name: 'Pagar', picture: 'card' },
  ])
})

it('counts as the language counts, and puts arguments where it wants them', async () => {
  const texts = englishTexts()
  const translator = createTranslator('es', catalogues)
  await translator.load('shop')
  translator.fill('shop/cart', texts)
  expect([texts.items(1), texts.items(1234)]).toEqual(['1 artículo', '1234 artículos'])
  expect(texts.total('$&{0}', 'Ana')).toBe('Total de Ana: $&{0}')
})

it('keeps a name from left to right from turning a sentence from right to left', async () => {
  const texts = englishTexts()
  const translator = createTranslator('ar', catalogues)
  await translator.load('shop')
  translator.fill('shop/cart', texts)
  expect([texts.items(2), texts.items(4), texts.items(100)]).toEqual(['سلعتان', '4 سلع', '100 سلعة'])
  expect(texts.total('9', 'Ana')).toBe('مجموع \u2068Ana\u2069: \u20689\u2069')
})

it('leaves texts English whose catalogue is not there', async () => {
  const texts = englishTexts()
  const translator = createTranslator('es', catalogues)
  translator.fill('shop/cart', texts)
  expect(texts.title).toBe('Cart')
  await expect(translator.load('office')).rejects.toThrow('There is no catalogue es/office.json.')
})
