/** The types of images that a question may have. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'

/** The type that an image's first bytes prove; undefined for anything but PNG, JPEG, WebP and GIF. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (ascii(0, 8) === '\u0089PNG\r\n\u001A\n') return 'image/png'
  if (ascii(0, 3) === '\u00FF\u00D8\u00FF') return 'image/jpeg'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp'
  if (['GIF87a', 'GIF89a'].includes(ascii(0, 6))) return 'image/gif'
  return undefined
}
