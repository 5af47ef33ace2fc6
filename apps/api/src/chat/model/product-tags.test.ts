import { describe, expect, it } from 'vitest'
import { type AnswerPiece, ProductTagFinder } from './product-tags.ts'

function join(pieces: readonly AnswerPiece[]): AnswerPiece[] {
  const joined: AnswerPiece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (piece.type === 'text' && last?.type === 'text') last.text += piece.text
    else joined.push(piece.type === 'text' ? { ...piece } : piece)
  }
  return joined
}

function find(...chunks: string[]): AnswerPiece[] {
  const finder = new ProductTagFinder()
  return join([...chunks.flatMap((chunk) => finder.push(chunk)), ...finder.end()])
}

const tea = { type: 'product', tag: '<product data-pk="t">Tea & co</product>', name: 'Tea & co' }

describe('ProductTagFinder', () => {
  const text = 'Try <product data-pk="t">Tea & co</product>, a < b, <b>bold</b> and <product>Half'

  it('finds tags, and leaves everything else as it is', () => {
    expect(find(text)).toEqual([
      { type: 'text', text: 'Try ' },
      tea,
      { type: 'text', text: ', a < b, <b>bold</b> and <product>Half' },
    ])
  })

  it('finds the same wherever the text is cut', () => {
    const whole = find(text)
    for (let cut = 1; cut < text.length; cut += 1)
      expect(find(text.slice(0, cut), text.slice(cut))).toEqual(whole)
    expect(find(...text.split(''))).toEqual(whole)
  })

  it('lets text go on at once when it cannot become a tag', () => {
    const finder = new ProductTagFinder()
    expect(finder.push('one <productive day')).toEqual([{ type: 'text', text: 'one <productive day' }])
    expect(finder.push(' <prod')).toEqual([{ type: 'text', text: ' ' }])
    expect(finder.push('uct>Tea</pro')).toEqual([])
    expect(finder.push('duct>')).toEqual([{ type: 'product', tag: '<product>Tea</product>', name: 'Tea' }])
  })

  it('does not hold back an endless name', () => {
    const finder = new ProductTagFinder()
    const endless = `<product>${'x'.repeat(400)}`
    expect(finder.push(endless)).toEqual([{ type: 'text', text: endless }])
  })
})
