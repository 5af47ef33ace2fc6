// Runs inside of the document, before its script files arrive: the widget's settings and the files of its theme are on their
// way while the code that draws with them still comes. The build replaces `themeFiles`; without a build it does not run.
{
  const cfg = (new URLSearchParams(location.search).get('cfg') ?? '').trim()
  const theme = /\/embed\/theme\/([^/]+)/u.exec(location.pathname)?.[1] ?? ''

  if (cfg !== '') {
    const path = `/api/embed/lists?${new URLSearchParams({ embed_id: cfg })}`
    const response = fetch(path, { credentials: 'include', headers: { Accept: 'application/json' } })
    // Whoever uses the response handles its failure, which may come first.
    response.catch(() => undefined)
    window.firstLists = { path, response }
  }
  for (const file of Object.hasOwn(themeFiles, theme) ? themeFiles[theme] : []) {
    const link = document.createElement('link')
    if (file.endsWith('.css')) {
      link.rel = 'preload'
      link.as = 'style'
    } else link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
}
