/** Types of the chunks that the decoder of a picture needs, as numbers. Orientation is in `eXIf`. */
const needed = new Set(
  ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf'].map((type) =>
    Buffer.from(type, 'latin1').readUInt32BE(),
  ),
)

const signatureBytes = 8

/** Bytes of the length, type and checksum of a chunk. */
const frameBytes = 12

/**
 * Returns a PNG without the chunks that its picture does not need. Texts are compressed, and a decoder unpacks all of them
 * before it looks at any limit: 5 MB of them hold a thread for half a minute.
 */
export function onlyPicture(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const kept = Buffer.alloc(bytes.length)
  let size = bytes.copy(kept, 0, 0, signatureBytes)
  for (let at = signatureBytes; at + frameBytes <= bytes.length;) {
    const end = at + frameBytes + bytes.readUInt32BE(at)
    if (needed.has(bytes.readUInt32BE(at + 4))) size += bytes.copy(kept, size, at, end)
    at = end
  }
  return kept.subarray(0, size)
}
