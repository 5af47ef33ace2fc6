import sharp from 'sharp'

/** Tokens of a tile, and of a small image as a whole: how Gemini counts, and close to what other models do. */
const tileTokens = 258
const tilePixels = 768
const smallPixels = 384

/**
 * Resolves to the tokens that models count for an image, by its size in pixels: 258 up to 384 × 384, then 258 for
 * each tile of 768 × 768. Its bytes do not matter. An image that cannot be read counts as a small one.
 */
export async function countImageTokens(bytes: Uint8Array): Promise<number> {
  const { width, height } = await sizeOf(bytes)
  if (width <= smallPixels && height <= smallPixels) return tileTokens
  return Math.ceil(width / tilePixels) * Math.ceil(height / tilePixels) * tileTokens
}

async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  try {
    return await sharp(bytes).metadata()
  } catch {
    return { width: 0, height: 0 }
  }
}
