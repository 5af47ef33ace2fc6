import type { ProductOption } from '@org/citations'

/** The options with the owner's code in their addresses, as `ref`; those that have it stay as they are. */
export function withAffiliate(
  options: readonly ProductOption[],
  code: string | null,
): readonly ProductOption[] {
  if (code === null) return options
  return options.map((option) =>
    option.url === undefined ? option : Object.assign({ ...option }, { url: referred(option.url, code) }),
  )
}

function referred(address: string, code: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.searchParams.set('ref', code)
  return url.href
}
