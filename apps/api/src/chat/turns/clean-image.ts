import { chatLimits } from '@org/api-client/contract'
import type { Sharp } from 'sharp'
import type { QuestionImage } from '../../conversations/message-content.ts'
import { decodeImage } from '../../platform/images/decode-image.ts'
import type { ImageType } from '../../platform/images/image-type.ts'

/** An uploaded image whose type its first bytes prove. */
export interface UploadedImage extends QuestionImage {
  mimeType: ImageType
}

/**
 * Encodes an image anew: turned upright, at most 2048 pixels a side, without EXIF, GPS and any other metadata. An
 * image that would become larger than the upload limit becomes WebP.
 *
 * @param sender key of the account or address: senders take turns
 * @throws {HttpError} 413 and 415 as {@link decodeImage}
 */
export async function cleanImage(image: UploadedImage, sender: string): Promise<QuestionImage> {
  const { name, mimeType } = image
  return decodeImage(image, sender, async (open) => {
    const same = await encoders[mimeType](open(chatLimits.imagePixels)).toBuffer()
    if (same.length <= chatLimits.imageBytes) return { name, mimeType, bytes: same }
    const smaller = await open(chatLimits.imagePixels).webp({ quality: 85 }).toBuffer()
    return { name, mimeType: 'image/webp', bytes: smaller }
  })
}

const encoders: Record<ImageType, (image: Sharp) => Sharp> = {
  'image/jpeg': (image) => image.jpeg({ quality: 90 }),
  'image/png': (image) => image.png(),
  'image/webp': (image) => image.webp({ quality: 90 }),
  'image/gif': (image) => image.gif(),
}
