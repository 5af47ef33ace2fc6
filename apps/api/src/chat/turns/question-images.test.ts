import { describe, expect, it } from 'vitest'
import { readImages } from './question-images.ts'

const base64 = (bytes: number[] | string) => Buffer.from(bytes).toString('base64')
const gif = base64('GIF89a......')

describe('readImages', () => {
  it.each([
    ['image/png', base64([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])],
    ['image/jpeg', base64([0xff, 0xd8, 0xff, 0xe0])],
    ['image/webp', base64('RIFF\u0000\u0000\u0000\u0000WEBPVP8 ')],
    ['image/gif', gif],
  ])('tells %s by its bytes, whatever was claimed', (type, data) => {
    expect(readImages([{ mime_type: 'text/html', data, name: 'x' }])).toMatchObject([
      { mimeType: type, name: 'x' },
    ])
  })

  it('accepts a data address', () => {
    expect(readImages([{ data: `data:image/gif;base64,${gif}` }])).toMatchObject([{ mimeType: 'image/gif' }])
  })

  it.each([
    ['SVG', base64('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page that begins like nothing', base64('<!doctype html>')],
    ['nothing', ''],
  ])('refuses %s with 415', (_what, data) => {
    expect(() => readImages([{ mime_type: 'image/png', data }])).toThrow(
      expect.objectContaining({ status: 415 }),
    )
  })

  it('refuses more than 5 MB with 413', () => {
    const data = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(5 * 1024 * 1024)]).toString('base64')
    expect(() => readImages([{ data }])).toThrow(expect.objectContaining({ status: 413 }))
  })
})
