import { describe, expect, it } from 'vitest'
import { readWish } from './wish.ts'

const thingOf = (message: string) => readWish(message)?.things[0]

describe('readWish', () => {
  it.each([
    ['do u sell oak combs?', 'oak combs'],
    ['got any oak combs', 'oak combs'],
    ['Looking for an oak comb', 'oak comb'],
    ['I could use a comb', 'comb'],
    ['how much is a comb', 'comb'],
    ['want to buy a comb for my dad', 'comb'],
    ['a comb, do you have one?', 'comb'],
    ['comb please', 'comb'],
    ['which combs do you sell for thick hair', 'combs'],
    ["I'm starting yoga, do you have a mat?", 'mat'],
  ])('separates the thing of %j from the words of wishing', (message, thing) => {
    expect(thingOf(message)?.thing).toBe(thing)
  })

  it.each([
    ['¿Tienen magnesio?', 'es', 'magnesium'],
    ['Haben Sie Magnesium?', 'de', 'magnesium'],
    ['Vous avez du magnésium ?', 'fr', 'magnesium'],
    ['Vocês têm magnésio?', 'pt', 'magnesium'],
    ['هل لديكم مغنيسيوم؟', 'ar', 'magnesium'],
  ])('reads the wish %j in its language', (message, language, thing) => {
    expect(readWish(message)).toMatchObject({ level: 'asks', language, things: [{ thing }] })
  })

  it('reads no English wish in a question of another language', () => {
    expect(readWish('a comb for thick hair')).toMatchObject({ level: 'wants' })
    expect(readWish('A escova ajuda na queda do cabelo?')?.level).not.toBe('wants')
  })

  it.each([
    'does a hat do anything against rays',
    'is oil something for dry hair',
    'why does the shop have combs for hair',
    'before combs are sold, do you have to test them',
    'wat are the risks of a comb',
    'how do you do a handstand',
  ])('takes %j for no wish', (message) => {
    expect(readWish(message)).toBeUndefined()
  })

  it('reads "set me back" as a cost', () => {
    expect(thingOf('how much would the comb set me back')?.thing).toBe('comb')
  })

  it('takes a gift, something or anything for any thing with a use', () => {
    expect(thingOf('gift for my mum who likes tea')).toEqual({ thing: '', purpose: 'for tea' })
    expect(thingOf('got anything for a noisy street?')?.thing).toBe('')
  })

  it.each([
    ['comb under 50 dollars', { most: 50 }],
    ['comb up to $9.50', { most: 9.5 }],
    ['Kamm bis 20 Euro', { most: 20 }],
    ['a comb between 10 and 20 dollars', { least: 10, most: 20 }],
    ['a comb for around 40 dollars', { least: 30, most: 50 }],
    ['cheapest comb', { order: 'lowest' }],
    ['el peine más barato', { order: 'lowest' }],
    ['der günstigste Kamm', { order: 'lowest' }],
    ['le peigne le moins cher', { order: 'lowest' }],
    ['o pente mais barato', { order: 'lowest' }],
    ['أرخص مشط', { order: 'lowest' }],
    ['the most expensive comb', { order: 'highest' }],
  ])('reads the price of %j as a filter or an order', (message, price) => {
    expect(readWish(message)).toMatchObject(price)
  })

  it('takes no age for a price', () => {
    expect(readWish('tea for women under 50 years')).not.toHaveProperty('most')
  })

  it.each([
    ['tea without sugar or caffeine', ['sugar', 'caffeine']],
    ['a fragrance-free cream', ['fragrance']],
    ['unscented soap', ['scented']],
    ['a bottle that does not leak', ['leak']],
  ])('reads the condition of %j', (message, without) => {
    expect(readWish(message)?.without).toEqual(without)
  })

  it.each([
    'how much magnesium should I take?',
    'what helps me sleep?',
    'I need advice on sleep',
    'I want to sleep better',
    'can I take something for a cold with alcohol',
    'is it normal to feel tired after lunch',
    'I need a break',
    'How heavy is the comb you sell?',
    'what is the comb made of',
    'which is cheaper, the comb or the brush?',
  ])('takes %j for no wish', (message) => {
    expect(readWish(message)).toBeUndefined()
  })
})
