/** An image as the engine keeps it: its bytes in base64, or where they are. */
interface KeptImage {
  mimeType: string
  data: string | null
  url?: string | null
}

/** The address under which an image can be shown; undefined when there is nothing to show. */
export function imageAddress({ mimeType, data, url = null }: KeptImage): string | undefined {
  return url ?? (data === null ? undefined : `data:${mimeType};base64,${data}`)
}
