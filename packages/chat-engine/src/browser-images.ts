import type { ImageTools } from './types.ts'

/** A browser's image tools. An animated GIF that is small enough stays as it is. */
export function createBrowserImageTools(): ImageTools {
  return {
    shrink: async (image, { maxPixels, maxBytes }) => {
      const bitmap = await createImageBitmap(image)
      try {
        const longest = Math.max(bitmap.width, bitmap.height)
        let scale = Math.min(1, maxPixels / longest)
        let smaller = image
        // Fewer pixels need fewer bytes, if not in the first attempt.
        for (let attempt = 0; attempt < 4 && (scale < 1 || smaller.size > maxBytes); attempt++) {
          smaller = await redraw(bitmap, scale)
          if (smaller.size <= maxBytes) break
          scale *= 0.7
        }
        return smaller
      } finally {
        bitmap.close()
      }
    },
  }
}

async function redraw(bitmap: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => {
    // WebP keeps transparency; a browser that cannot write it gives PNG.
    canvas.toBlob(resolve, 'image/webp', 0.9)
  })
  if (blob === null) throw new Error('The image could not be drawn.')
  return blob
}
