import sharp, { type Sharp } from 'sharp'
import { HttpError } from '../http/http-error.ts'
import { createFairQueue } from '../process/fair-queue.ts'
import type { ImageType } from './image-type.ts'
import { onlyPicture } from './png-chunks.ts'
import { countFrames } from './webp-frames.ts'

/** Pixels of an image before it is scaled down, all frames of an animation together: 50 million. */
const maxPixels = 50_000_000

/**
 * Pixels of a side before it is scaled down. Decoders and filters hold many rows at once, so that one row of 50 million
 * pixels takes more than 1 GB.
 */
const maxSide = 32_768

/** Bytes of an image in memory: 50 million pixels of 8 bits with transparency. One of 16 bits has half as many. */
const maxDecodedBytes = maxPixels * 4

/** Frames of an animation: the work of decoders grows faster than their number. */
const maxFrames = 1000

/** Seconds after which libvips gives an image up. */
const decodingSeconds = 10

/** Images that are decoded at the same time: each may take 200 MB outside of the heap. */
const decodedAtOnce = 2

// Nobody's file reaches a decoder that we do not need: SVG, PDF and TIFF have had the most defects.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})
// One image uses one thread: the others of libuv's pool hash passwords and resolve names.
sharp.concurrency(1)
sharp.cache(false)

// Encoding may last ten seconds an image: senders take turns, so that one does not delay all others.
const decoders = createFairQueue(decodedAtOnce)

/** Bytes whose type their beginning proves. */
export interface EncodedImage {
  mimeType: ImageType
  bytes: Uint8Array
}

/**
 * Decodes an uploaded image, turned upright and without its metadata, and hands it to `encode`.
 *
 * @param sender key of the account or address: senders take turns
 * @param encode gets a function that opens the image, at most `side` pixels wide and high, as often as needed
 * @throws {HttpError} 413 beyond 50 million pixels, 32,768 pixels a side or 200 MB in memory, which is found in the
 * header before anything is decoded, 415 for an image that cannot be decoded or has more than a thousand frames
 */
export async function decodeImage<Result>(
  { mimeType, bytes }: EncodedImage,
  sender: string,
  encode: (open: (side: number) => Sharp) => Promise<Result>,
): Promise<Result> {
  return decoders.run(sender, async () => {
    try {
      if (mimeType === 'image/webp' && countFrames(bytes) > maxFrames) throw unreadable()
      const picture = mimeType === 'image/png' ? onlyPicture(bytes) : bytes
      await refuseLarge(picture)
      return await encode((side) =>
        sharp(picture, {
          animated: mimeType === 'image/gif' || mimeType === 'image/webp',
          limitInputPixels: maxPixels,
          failOn: 'error',
        })
          .timeout({ seconds: decodingSeconds })
          .autoOrient()
          .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }),
      )
    } catch (error) {
      throw refusalOf(error)
    }
  })
}

async function refuseLarge(bytes: Uint8Array): Promise<void> {
  const image = sharp(bytes, { limitInputPixels: maxPixels })
  const { width, height, channels, depth, pages = 1 } = await image.metadata()
  if (pages > maxFrames) throw unreadable()
  if (Math.max(width, height) > maxSide) {
    throw new HttpError('too_large', 'An image is wider or higher than {0} pixels.', { values: [maxSide] })
  }
  const bytesOfSample = depth === 'uchar' ? 1 : 2
  if (width * height * channels * bytesOfSample > maxDecodedBytes) throw tooManyPixels(maxPixels / 2)
}

function refusalOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof Error && error.message.includes('pixel limit')) return tooManyPixels(maxPixels)
  return unreadable(error)
}

function unreadable(cause?: unknown): HttpError {
  return new HttpError('unsupported_media_type', 'An image could not be read. Please choose another file.', {
    cause,
  })
}

function tooManyPixels(most: number): HttpError {
  return new HttpError('too_large', 'An image has more than {0} million pixels.', {
    values: [most / 1_000_000],
  })
}
