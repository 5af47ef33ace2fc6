/** Bytes of a text in UTF-8; half a surrogate pair counts 2. */
export function utf8Size(text: string): number {
  let size = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) size += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return size
}
