import { chatLimits, type Image } from '@org/api-client/contract'
import { HttpError } from '../../platform/http-error.ts'
import { imageType } from './image-type.ts'
import type { QuestionImage } from '../model/model-answer.ts'

/**
 * Decodes the images of a question. Their type is told by their bytes, whatever was claimed.
 *
 * @throws {HttpError} 413 for an image that is too large, 415 for what is no PNG, JPEG, WebP or GIF
 */
export function readImages(images: readonly Image[]): QuestionImage[] {
  return images.map(({ data, name = '' }) => {
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
  })
}
