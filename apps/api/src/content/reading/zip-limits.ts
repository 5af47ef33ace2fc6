import { UnreadableFile } from './file-reading.ts'

/** Limits of an archive. */
export interface ZipLimits {
  /** Sum of the unpacked sizes of all entries, in bytes. */
  unpackedBytes: number
  entries: number
}

const endSignature = Buffer.from('PK\u0005\u0006', 'latin1')
const entrySignature = 0x02014b50
const endBytes = 22
const entryBytes = 46

/**
 * Checks an archive by its central directory, before anything of it is unpacked: the number of entries, and the sum of the
 * sizes that it states for them. Reads the directory where JSZip reads it, and refuses the forms in which the two could
 * find different entries: bytes in front of the archive, and ZIP64, which no file below 4 GB needs.
 *
 * @throws {UnreadableFile} when the archive has more than it may, or no directory
 */
export function checkZip(bytes: Uint8Array, limits: ZipLimits): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = file.lastIndexOf(endSignature)
  if (end < 0 || end + endBytes > file.length) throw new UnreadableFile('unreadable')
  let offset = file.readUInt32LE(end + 16)
  if (offset + file.readUInt32LE(end + 12) !== end) throw new UnreadableFile('unreadable')
  let entries = 0
  let unpackedBytes = 0
  while (offset < end) {
    if (offset + entryBytes > end || file.readUInt32LE(offset) !== entrySignature) {
      throw new UnreadableFile('unreadable')
    }
    entries += 1
    unpackedBytes += file.readUInt32LE(offset + 24)
    if (entries > limits.entries || unpackedBytes > limits.unpackedBytes) {
      throw new UnreadableFile('too_much_memory')
    }
    // Lengths of name, extra field and comment.
    const rest = [28, 30, 32].map((place) => file.readUInt16LE(offset + place))
    offset += entryBytes + rest.reduce((sum, length) => sum + length, 0)
  }
  if (offset !== end) throw new UnreadableFile('unreadable')
}
