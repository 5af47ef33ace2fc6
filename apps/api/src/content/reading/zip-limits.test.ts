import { describe, expect, it } from 'vitest'
import { docxBomb, docxOf, zipOf } from '../../../tests/import-files.ts'
import { UnreadableFile } from './file-reading.ts'
import { checkZip } from './zip-limits.ts'

const limits = { unpackedBytes: 1000, entries: 3 }
const files = (count: number, bytes: number) =>
  zipOf(
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.xml`, Buffer.alloc(bytes)])),
  )

function reasonOf(bytes: Uint8Array): string {
  try {
    checkZip(bytes, limits)
    return 'accepted'
  } catch (error) {
    if (error instanceof UnreadableFile) return error.reason
    throw error
  }
}

describe('the central directory of an archive', () => {
  it.each([
    ['as many entries as allowed, of the allowed size together', files(2, 500), 'accepted'],
    ['one byte more', files(1, 1001), 'too_much_memory'],
    [
      'one byte more in the sum of its entries',
      zipOf({ a: Buffer.alloc(500), b: Buffer.alloc(501) }),
      'too_much_memory',
    ],
    ['the most entries', files(3, 1), 'accepted'],
    ['one entry more', files(4, 1), 'too_much_memory'],
  ])('is checked before anything is unpacked: %s', (_name, bytes, reason) => {
    expect(reasonOf(bytes)).toBe(reason)
  })

  it('counts entries that share their bytes each by its own size', () => {
    // The directory names the same local entry twice, as archives do that unpack to far more than they hold.
    const one = zipOf({ a: Buffer.alloc(600) })
    const end = one.lastIndexOf('PK\u0005\u0006')
    const start = one.readUInt32LE(end + 16)
    const entry = one.subarray(start, end)
    const tail = Buffer.from(one.subarray(end))
    tail.writeUInt32LE(entry.length * 2, 12)
    expect(reasonOf(Buffer.concat([one.subarray(0, start), entry, entry, tail]))).toBe('too_much_memory')
  })

  it.each([
    ['cut off', (file: Buffer) => file.subarray(0, -30)],
    ['empty', () => Buffer.alloc(0)],
    ['with an end alone', (file: Buffer) => file.subarray(-10)],
    [
      'with bytes in front, which move what readers find',
      (file: Buffer) => Buffer.concat([Buffer.alloc(9), file]),
    ],
    [
      'whose directory states a length that leads past its entries',
      (file: Buffer) => {
        const end = file.lastIndexOf('PK\u0005\u0006')
        file.writeUInt16LE(60_000, file.readUInt32LE(end + 16) + 30)
        return file
      },
    ],
    [
      'of the form ZIP64',
      (file: Buffer) => {
        file.writeUInt32LE(0xffffffff, file.lastIndexOf('PK\u0005\u0006') + 16)
        return file
      },
    ],
  ])('that readers could understand differently is refused: %s', (_name, change) => {
    expect(reasonOf(change(files(2, 10)))).toBe('unreadable')
  })

  it('of a document of Word is accepted by the limits of uploads, one of a bomb is not', () => {
    const wide = { unpackedBytes: 200_000_000, entries: 5000 }
    expect(() => checkZip(docxOf([{ text: 'Borage' }]), wide)).not.toThrow()
    expect(() => checkZip(docxBomb(200_000_000), wide)).toThrow('too_much_memory')
  })
})
