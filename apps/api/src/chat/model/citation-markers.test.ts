import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CitationFilter, citedNumbers, claimsOf } from './citation-markers.ts'

describe('citedNumbers', () => {
  it.each([
    ['One [1], two [2-4, 7] and [1][9].', [1, 2, 3, 4, 7, 9]],
    ['Forms that models write: [1,2] [3–4] 【5】 【6†source】 [^7]', [1, 2, 3, 4, 5, 6, 7]],
    ['A link [1](https://example.org) and [text] and [12345] cite nothing.', []],
  ])('reads %j', (text, numbers) => {
    expect(citedNumbers(text)).toEqual(numbers)
  })
})

describe('claimsOf', () => {
  it('gives each source the text before its marker', () => {
    expect(claimsOf('Zinc is a mineral [1]. Iron is too [2][3]. Zinc again [1].')).toEqual(
      new Map([
        [1, 'Zinc is a mineral . Zinc again'],
        [2, '. Iron is too'],
        [3, '. Iron is too'],
      ]),
    )
  })
})

describe('CitationFilter', () => {
  const filtered = (pieces: readonly string[]) => {
    const filter = new CitationFilter((number) => number <= 3)
    return { text: pieces.map((piece) => filter.push(piece)).join('') + filter.end(), filter }
  }

  it.each([
    ['Known [1] stays, unknown [4] goes.', 'Known [1] stays, unknown goes.', 1],
    ['Of several [1, 4, 9] the known stay.', 'Of several [1] the known stay.', 2],
    ['Ranges [2-5] and 【8】.', 'Ranges [2, 3] and.', 3],
    ['```\na[4]\n``` and b [4]', '```\na[4]\n``` and b', 1],
    ['[9](https://example.org) is a link.', '[9](https://example.org) is a link.', 0],
  ])('turns %j into %j', (text, expected, removed) => {
    for (let cut = 0; cut <= text.length; cut++) {
      const { text: out, filter } = filtered([text.slice(0, cut), text.slice(cut)])
      // A code fence or a link that is cut in two is read as it arrives.
      if (/```|\]\(/u.test(text) && cut > 0 && cut < text.length) continue
      // A space that has been passed on stays before a number that is removed.
      if (text[cut - 1] === ' ') continue
      expect({ cut, out, removed: filter.removed }).toEqual({ cut, out: expected, removed })
    }
  })

  it('passes any text without markers on unchanged, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string().filter((text) => !/[[\]【】]/u.test(text))), (pieces) => {
        expect(filtered(pieces).text).toBe(pieces.join(''))
      }),
    )
  })
})
