import { chatLimits, type Image } from '@org/api-client/contract'
import { HttpError } from '../../platform/http/http-error.ts'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import type { QuestionImage } from '../../conversations/message-content.ts'
import { cleanImage, type UploadedImage } from './clean-image.ts'
import { imageType } from '../../platform/images/image-type.ts'

/**
 * Decodes the images of a question and encodes them anew without their metadata. The type of an image is read from its
 * bytes, whatever was claimed.
 *
 * @param sender key of the account or address
 * @throws {HttpError} 413 for an image of too many bytes or pixels, 415 for what is no PNG, JPEG, WebP or GIF, or
 * cannot be decoded
 */
export async function readImages(images: readonly Image[], sender: string): Promise<QuestionImage[]> {
  const uploaded: UploadedImage[] = []
  for (const image of images) {
    uploaded.push(readImage(image))
    await yieldToEventLoop()
  }
  return Promise.all(uploaded.map((image) => cleanImage(image, sender)))
}

function readImage({ data, name = '' }: Image): UploadedImage {
  const bytes = Buffer.from(data.replace(/^data:[^,]*,/u, ''), 'base64')
  if (bytes.length > chatLimits.imageBytes) {
    const values = [chatLimits.imageBytes / 1024 / 1024]
    throw new HttpError('too_large', 'An image is larger than {0} MB.', { values })
  }
  const mimeType = imageType(bytes)
  if (mimeType === undefined) {
    throw new HttpError('unsupported_media_type', 'Images must be PNG, JPEG, WebP or GIF files.')
  }
  return { mimeType, bytes, name }
}
