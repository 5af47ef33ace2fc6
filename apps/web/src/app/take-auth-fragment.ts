/**
 * Takes the fragment of a link in an e-mail out of the address and the history, before anything is asked of
 * anybody: the tokens in it open the account. '' at any other address
 * than `paths`.
 */
export function takeAuthFragment({ location, history }: Window, ...paths: string[]): string {
  if (!paths.includes(location.pathname) || location.hash === '') return ''
  const { hash } = location
  history.replaceState(history.state, '', location.pathname + location.search)
  return hash
}
