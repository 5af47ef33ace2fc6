import { chatLimits } from '@org/api-client/contract'
import sharp, { type Sharp } from 'sharp'
import { HttpError } from '../../platform/http/http-error.ts'
import { createFairQueue } from '../../platform/process/fair-queue.ts'
import type { QuestionImage } from '../../conversations/message-content.ts'
import type { ImageType } from './image-type.ts'

/** Pixels of an image before it is scaled down, all frames of an animation together: 50 million. */
const maxPixels = 50_000_000

/**
 * Pixels of a side before it is scaled down. Decoders and filters hold many rows at once, so that one row of 50 million
 * pixels takes more than 1 GB.
 */
const maxSide = 32_768

/** Bytes of an image in memory: 50 million pixels of 8 bits with transparency. One of 16 bits has half as many. */
const maxDecodedBytes = maxPixels * 4

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

// Encoding may last ten seconds an image: senders take turns, so that one does not delay all others.
const decoders = createFairQueue(decodedAtOnce)

/** An uploaded image whose type its first bytes prove. */
export interface UploadedImage extends QuestionImage {
  mimeType: ImageType
}

/**
 * Encodes an image anew: turned upright, at most 2048 pixels a side, without EXIF, GPS and any other metadata. An
 * image that would become larger than the upload limit becomes WebP.
 *
 * @param sender key of the account or address: senders take turns
 * @throws {HttpError} 413 beyond 50 million pixels, 32,768 pixels a side or 200 MB in memory, which is found in the
 * header before anything is decoded, 415 for an image that cannot be decoded
 */
export async function cleanImage(image: UploadedImage, sender: string): Promise<QuestionImage> {
  return decoders.run(sender, async () => {
    try {
      await refuseLarge(image)
      return await encodeAnew(image)
    } catch (error) {
      throw refusalOf(error)
    }
  })
}

async function refuseLarge({ bytes }: UploadedImage): Promise<void> {
  const { width, height, channels, depth } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata()
  if (Math.max(width, height) > maxSide) {
    throw new HttpError('too_large', 'An image is wider or higher than {0} pixels.', { values: [maxSide] })
  }
  const bytesOfSample = depth === 'uchar' ? 1 : 2
  if (width * height * channels * bytesOfSample > maxDecodedBytes) throw tooManyPixels(maxPixels / 2)
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
  if (error instanceof HttpError) return error
  if (error instanceof Error && error.message.includes('pixel limit')) return tooManyPixels(maxPixels)
  return new HttpError('unsupported_media_type', 'An image could not be read. Please choose another file.', {
    cause: error,
  })
}

function tooManyPixels(most: number): HttpError {
  return new HttpError('too_large', 'An image has more than {0} million pixels.', {
    values: [most / 1_000_000],
  })
}
