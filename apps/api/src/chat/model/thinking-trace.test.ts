import { describe, expect, it } from 'vitest'
import { ThinkingTrace } from './thinking-trace.ts'

const open = '<details><summary>Thinking</summary>\n\n'
const close = '\n\n</details>\n\n'

function shown(maxLines: number, pieces: readonly string[]): string {
  const trace = new ThinkingTrace(maxLines, 'en')
  return pieces.map((piece) => trace.push(piece)).join('') + trace.end()
}

describe('what a model thinks', () => {
  it('is folded away, however it comes in pieces', () => {
    expect(shown(5, ['Magne', 'sium?\nSearch', ' for it.'])).toBe(`${open}Magnesium?\nSearch for it.${close}`)
  })

  it('is called so in the language of whoever asked', () => {
    expect(new ThinkingTrace(5, 'es').push('Magnesio')).toContain('<summary>Razonamiento</summary>')
    expect(new ThinkingTrace(5, 'ar').push('المغنيسيوم')).toContain('<summary>التفكير</summary>')
  })

  it.each([1, 2, 20])('is cut after %i lines', (max) => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)
    const whole = shown(max, [lines.join('\n')])
    const inPieces = shown(max, Array.from(lines.join('\n')))
    expect(whole).toContain(`line ${max - 1}`)
    expect(whole).not.toContain(`line ${max}\n`)
    expect(whole.match(/line \d/gu)).toHaveLength(max)
    expect(inPieces.trimEnd()).toBe(whole.trimEnd())
  })

  it('is nothing where none was, or none is wanted', () => {
    expect(shown(5, [])).toBe('')
    expect(shown(5, ['', ' \n'])).toBe('')
    expect(shown(0, ['thought'])).toBe('')
  })

  it('cannot end its own part', () => {
    expect(shown(5, ['a </details> <product>x</product>'])).toBe(`${open}a /details productx/product${close}`)
  })
})
