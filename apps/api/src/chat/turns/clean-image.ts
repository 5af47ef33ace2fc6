import { chatLimits } from '@org/api-client/contract'
import sharp, { type Sharp } from 'sharp'
import { HttpError } from '../../platform/http/http-error.ts'
import type { QuestionImage } from '../../conversations/message-content.ts'
import type { ImageType } from './image-type.ts'

/** Pixels of an image before it is scaled down, all frames of an animation together: 50 million. */
const maxPixels = 50_000_000

/** Seconds after which libvips gives an image up. */
const decodingSeconds = 10

/** Images that are decoded at the same time: each may take 200 MB outside of the heap. */
const decodedAtOnce = 2

// Nobody's file reaches a decoder that the chat does not need: SVG, PDF and TIFF have had the most defects.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})
// One image uses one thread: the others of libuv's pool hash passwords and resolve names.
sharp.concurrency(1)
sharp.cache(false)

let decoding = 0
const waiting: (() => void)[] = []

/** An uploaded image whose type its first bytes prove. */
export interface UploadedImage extends QuestionImage {
  mimeType: ImageType
}

/**
 * Encodes an image anew: turned upright, at most 2048 pixels a side, without EXIF, GPS and any other metadata. An
 * image that would become larger than the upload limit becomes WebP.
 *
 * @throws {HttpError} 413 beyond 50 million pixels, which is found in the header before anything is decoded, 415 for
 * an image that cannot be decoded
 */
export async function cleanImage(image: UploadedImage): Promise<QuestionImage> {
  await acquireSlot()
  try {
    return await encodeAnew(image)
  } catch (error) {
    throw refusalOf(error)
  } finally {
    releaseSlot()
  }
}

async function acquireSlot(): Promise<void> {
  if (decoding === decodedAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else decoding += 1
}

function releaseSlot(): void {
  const next = waiting.shift()
  if (next === undefined) decoding -= 1
  else next()
}

async function encodeAnew({ name, mimeType, bytes }: UploadedImage): Promise<QuestionImage> {
  const open = () =>
    sharp(bytes, {
      animated: mimeType === 'image/gif' || mimeType === 'image/webp',
      limitInputPixels: maxPixels,
      failOn: 'error',
    })
      .timeout({ seconds: decodingSeconds })
      .autoOrient()
      .resize({
        width: chatLimits.imagePixels,
        height: chatLimits.imagePixels,
        fit: 'inside',
        withoutEnlargement: true,
      })
  const same = await encoders[mimeType](open()).toBuffer()
  if (same.length <= chatLimits.imageBytes) return { name, mimeType, bytes: same }
  return { name, mimeType: 'image/webp', bytes: await open().webp({ quality: 85 }).toBuffer() }
}

const encoders: Record<ImageType, (image: Sharp) => Sharp> = {
  'image/jpeg': (image) => image.jpeg({ quality: 90 }),
  'image/png': (image) => image.png(),
  'image/webp': (image) => image.webp({ quality: 90 }),
  'image/gif': (image) => image.gif(),
}

function refusalOf(error: unknown): HttpError {
  if (error instanceof Error && error.message.includes('pixel limit')) {
    return new HttpError('too_large', 'An image has more than {0} million pixels.', {
      values: [maxPixels / 1_000_000],
    })
  }
  return new HttpError('unsupported_media_type', 'An image could not be read. Please choose another file.', {
    cause: error,
  })
}
