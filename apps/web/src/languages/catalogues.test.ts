import { problemsOf, registered } from '@org/languages/testing'
import type { Messages } from '@org/languages/translator'
import { expect, it } from 'vitest'

const modules = import.meta.glob('../**/*.texts.ts', { eager: true })
const catalogues = import.meta.glob<Record<string, Messages>>('./*/*.json', {
  eager: true,
  import: 'default',
})

it.each(['es', 'ar'])('has every text in %s, with the arguments of the English one', (language) => {
  expect(Object.keys(modules).length).toBeGreaterThan(0)
  const own = [...registered].filter(([name]) => !name.startsWith('kit/'))
  const problems = own.flatMap(([name, english]) => {
    const [file = '', part = ''] = name.split('/')
    return problemsOf(english, catalogues[`./${language}/${file}.json`]?.[part], `${language}/${name}`)
  })
  expect(problems).toEqual([])
})

it('has nothing translated that is no text', () => {
  const translated = Object.entries(catalogues).flatMap(([path, parts]) => {
    const file = path.split('/').at(-1)?.replace('.json', '')
    return Object.keys(parts).map((part) => `${file}/${part}`)
  })
  expect(translated.filter((name) => !registered.has(name))).toEqual([])
})
