/** Offers a file to the person for saving. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A browser may read it only after the click's own task.
  setTimeout(() => {
    URL.revokeObjectURL(address)
  }, 60_000)
}

/** A title as the name of a file: `Top products (30d)` with `csv` is `top-products-30d.csv`. */
export function fileName(title: string, extension: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|(?<!-)-+$/gu, '')
  return `${words || 'chart'}.${extension}`
}
