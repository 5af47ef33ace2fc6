import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  expandReferences,
  parseCitations,
  parseCitationString,
  parseProductReplacement,
  parseToolContext,
  productKey,
} from './index.ts'

describe('expandReferences', () => {
  it("expands '1-3, 5' into a sorted, unique list of numbers", () => {
    expect(expandReferences('1-3, 5')).toEqual([1, 2, 3, 5])
    expect(expandReferences('5,1–3;2')).toEqual([1, 2, 3, 5])
    expect(expandReferences('^4')).toEqual([4])
  })

  it('keeps reversed, huge and nonsense ranges bounded', () => {
    expect(expandReferences('5-3')).toEqual([3, 4, 5])
    expect(expandReferences('1-999999999')).toEqual([])
    expect(expandReferences('1-999999')).toEqual([])
    expect(expandReferences('0, -4, 1.5, abc, , 2-')).toEqual([])
    expect(expandReferences('0-2')).toEqual([1, 2])
    expect(
      expandReferences(Array.from({ length: 500 }, (_, i) => `${i * 900}-${i * 900 + 900}`).join()).length,
    ).toBe(1000)
  })

  it('gives sorted, unique, positive numbers for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9,;\s-]*$/u)), (text) => {
        const numbers = expandReferences(text)
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect(numbers.every((number) => number > 0)).toBe(true)
        expect(numbers.length).toBeLessThanOrEqual(1000)
      }),
    )
  })
})

describe('parseCitationString', () => {
  it.each([
    ['[1] Magnesium (https://example.org/a)', 1, 'Magnesium', 'https://example.org/a'],
    [
      '[2] Sleep [a review] (2024) (https://example.org/a_(b))',
      2,
      'Sleep [a review] (2024)',
      'https://example.org/a_(b)',
    ],
    ['[3] Only a title', 3, 'Only a title', undefined],
    ['[4] Title (second edition)', 4, 'Title (second edition)', undefined],
    ['[5] https://example.org/bare', 5, 'https://example.org/bare', 'https://example.org/bare'],
    ['[6] (https://example.org/x)', 6, 'https://example.org/x', 'https://example.org/x'],
    ['[7] Bad (javascript:alert(1))', 7, 'Bad (javascript:alert(1))', undefined],
    [
      '[8] See (https://a.example) and (https://b.example/c)',
      8,
      'See (https://a.example) and',
      'https://b.example/c',
    ],
    [' [9]  Spaced  ( https://example.org/s ). ', 9, 'Spaced', 'https://example.org/s'],
  ])('reads %s', (text, number, title, url) => {
    expect(parseCitationString(text)).toEqual({ number, title, ...(url === undefined ? {} : { url }) })
  })

  it('gives nothing for a text without a number in brackets', () => {
    expect(parseCitationString('Title (https://example.org)')).toBeUndefined()
  })

  it('reads back what it is written from', () => {
    fc.assert(
      fc.property(
        fc.nat(99_999),
        fc.stringMatching(/^[a-z[\]() ]*[a-z]$/u),
        fc.webUrl(),
        (number, title, url) => {
          const read = parseCitationString(`[${number}] ${title} (${url})`)
          expect(read).toEqual({ number, title: title.trim(), url })
        },
      ),
    )
  })
})

describe('parseCitations', () => {
  it('reads strings and objects, and leaves out the rest', () => {
    expect(
      parseCitations([
        '[1] One (https://example.org/1)',
        { citation_num: 2, citation_string: 'Two', url: 'https://example.org/2' },
        { citation_num: '3', title: 'Three', url: 'javascript:alert(1)' },
        { citation_num: 4, citation_string: '[4] Four (https://example.org/4)' },
        'No number',
        {
          citation_num: 6,
          citation_string: '[6] Six (https://example.org/6)',
          title: 'Six',
          url: 'https://example.org/6',
          quote: 'A whole sentence.',
          heading: 'Heading',
          publisher: 'Publisher',
          language: 'en',
        },
        null,
        17,
        '[1] A second one',
      ]),
    ).toEqual([
      { number: 1, title: 'One', url: 'https://example.org/1' },
      { number: 2, title: 'Two', url: 'https://example.org/2' },
      { number: 3, title: 'Three' },
      { number: 4, title: 'Four', url: 'https://example.org/4' },
      { number: 5, title: 'No number' },
      {
        number: 6,
        title: 'Six',
        url: 'https://example.org/6',
        quote: 'A whole sentence.',
        heading: 'Heading',
        publisher: 'Publisher',
        language: 'en',
      },
    ])
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseCitations(value)).toBeInstanceOf(Array)
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.anything()), (value) => {
        expect(parseCitations(value)).toBeInstanceOf(Array)
      }),
    )
  })
})

describe('parseToolContext', () => {
  it('reads an object with products and citations', () => {
    expect(
      parseToolContext({
        products: [
          {
            label: 'Magnesium',
            results: [
              {
                product: 'Mag 200',
                product_url: 'https://shop.example/m',
                price: 12.5,
                image_url: '/m.png',
                alt: 'A tin',
              },
              {
                name: 'Bad',
                url: 'data:text/html,x',
                image: 'http://shop.example/x.png',
                srcset: '/a.png 1x, //evil/b.png 2x',
              },
            ],
          },
        ],
        citations: ['[1] One (https://example.org/1)'],
        outcome: 'partial',
        suggestions: ['How much zinc?', 7],
        safety: null,
        approval: { id: 'x', reviewer: 'Dr. Ada', reviewed_at: '2026-11-02' },
      }),
    ).toEqual({
      citations: [{ number: 1, title: 'One', url: 'https://example.org/1' }],
      products: {
        Magnesium: [
          {
            name: 'Mag 200',
            url: 'https://shop.example/m',
            price: '12.5',
            imageUrl: '/m.png',
            imageAlt: 'A tin',
          },
          { name: 'Bad', srcset: '/a.png 1x' },
        ],
      },
      outcome: 'partial',
      suggestions: ['How much zinc?'],
      safety: null,
      approval: { reviewer: 'Dr. Ada', reviewedAt: '2026-11-02' },
    })
  })

  it('leaves out an approval without a reviewer or a day', () => {
    const approvalOf = (approval: unknown) => parseToolContext({ approval }).approval
    expect(approvalOf({ reviewer: 'Dr. Ada' })).toBeNull()
    expect(approvalOf({ reviewer: 'Dr. Ada', reviewed_at: 'yesterday' })).toBeNull()
    expect(approvalOf({ reviewed_at: '2026-11-02' })).toBeNull()
    expect(approvalOf('Dr. Ada')).toBeNull()
  })

  it('reads an array of citation entries', () => {
    expect(parseToolContext([{ citation_num: 7, title: 'Seven' }]).citations).toEqual([
      { number: 7, title: 'Seven' },
    ])
  })

  it('keeps a product named __proto__ to itself', () => {
    const { products } = parseToolContext({ products: [{ name: '__proto__', results: [{ name: 'x' }] }] })
    expect(Object.hasOwn(products, '__proto__')).toBe(true)
    expect(Object.getPrototypeOf(products)).toBe(Object.prototype)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseToolContext(value).citations).toBeInstanceOf(Array)
      }),
    )
  })
})

describe('parseProductReplacement', () => {
  it('makes each anchor one option', () => {
    expect(
      parseProductReplacement(
        '<a href="https://shop.example/a?x=1&amp;y=2" data-price="$12" data-image="https://img.example/a.png" data-pk="a1" title="A tin">Mag &amp; <b>Zinc</b></a>, ' +
          "<A HREF='javascript:alert(1)' data-image='http://img.example/b.png'>Second</A><a href=https://c.example></a>",
      ),
    ).toEqual([
      {
        name: 'Mag & Zinc',
        url: 'https://shop.example/a?x=1&y=2',
        price: '$12',
        imageUrl: 'https://img.example/a.png',
        imageAlt: 'A tin',
        pk: 'a1',
      },
      { name: 'Second' },
    ])
  })

  it('reads a list of objects', () => {
    expect(
      parseProductReplacement([{ name: 'A', url: 'https://a.example', price: '1', image: '/a.png' }, 'x']),
    ).toEqual([{ name: 'A', url: 'https://a.example', price: '1', imageUrl: '/a.png' }])
  })

  it('reads images from its own origin by their whole address, too', () => {
    vi.stubGlobal('location', new URL('http://shop.example:8000/chat'))
    const imageOf = (image: string) =>
      parseProductReplacement([{ name: 'Zinc', url: 'https://shop.example/z', image }])[0]?.imageUrl
    expect(imageOf('http://shop.example:8000/zinc.png')).toBe('http://shop.example:8000/zinc.png')
    expect(imageOf('http://shop.example/zinc.png')).toBeUndefined()
    expect(imageOf('http://other.example:8000/zinc.png')).toBeUndefined()
    expect(imageOf('http://shop.example:8000@other.example/zinc.png')).toBeUndefined()
    vi.unstubAllGlobals()
    expect(imageOf('http://shop.example:8000/zinc.png')).toBeUndefined()
  })

  it('reads images only from https or its own origin', () => {
    const image = (value: string) => parseProductReplacement([{ name: 'A', image: value }])[0]?.imageUrl
    expect(image('https://img.example/a.png')).toBe('https://img.example/a.png')
    expect(image('/a.png')).toBe('/a.png')
    for (const bad of [
      '//evil.example/a.png',
      '/\\evil.example',
      'data:image/png;base64,x',
      'http://a.example/a.png',
      'java\nscript:x',
    ])
      expect(image(bad)).toBeUndefined()
  })

  it('stays quick and quiet on anything', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseProductReplacement(value)).toBeInstanceOf(Array)
      }),
    )
    expect(parseProductReplacement('<a '.repeat(60_000))).toEqual([])
    expect(parseProductReplacement('<a>'.repeat(60_000))).toEqual([])
  })
})

describe('productKey', () => {
  it('is the name inside the tag, trimmed, case as given', () => {
    expect(productKey('<product data-pk="7"> Magnesium Glycinate </product>')).toBe('Magnesium Glycinate')
    expect(productKey('<product>A &amp; B</product>')).toBe('A & B')
    expect(productKey('Plain')).toBe('Plain')
  })
})
