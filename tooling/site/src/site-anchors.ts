/** Links of built pages, by their files, that lead to a page or an anchor that does not exist. */
export function problemsOfAnchors(pages: ReadonlyMap<string, string>): string[] {
  const idsOf = new Map(
    [...pages].map(([file, html]) => [
      file,
      new Set([...html.matchAll(/ id="([^"]+)"/gu)].map(([, id = '']) => id)),
    ]),
  )
  return [...pages].flatMap(([file, html]) =>
    [...html.matchAll(/<a [^>]*href="(?<target>[/#][^"]*)"/gu)].flatMap(({ groups }) => {
      const target = groups?.['target'] ?? ''
      if (target.startsWith('/catalogue/')) return []
      const [page = '', anchor = ''] = target.split('#')
      const linked = page === '' ? file : fileOf(page)
      const ids = idsOf.get(linked)
      if (ids === undefined) return [`${file}: ${target} leads nowhere`]
      return anchor === '' || ids.has(decodeURIComponent(anchor))
        ? []
        : [`${file}: ${target} names no heading`]
    }),
  )
}

function fileOf(address: string): string {
  const name = address.slice(1).replace(/\.html$/u, '')
  return name === '' || name.endsWith('/') ? `${name}index.html` : `${name}.html`
}
