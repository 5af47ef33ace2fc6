/** The part of Trusted Types (https://developer.mozilla.org/docs/Web/API/Trusted_Types_API) that this site uses. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: Partial<Record<'createHTML' | 'createScriptURL', (input: string) => string | null>>,
  ) => unknown
}

/** The part of a window that is used; `trustedTypes` is missing in browsers without them. */
interface PolicyHost {
  trustedTypes?: TrustedTypes
  location: Pick<Location, 'origin'>
}

/** Text and links to https addresses; nothing else may stand in a tag. */
const textAndLinks =
  /^(?:[^<>]|<a href="https:\/\/[^"<>]+"(?: target="_blank")?(?: rel="[a-z ]+")?>|<\/a>)*$/u

/**
 * Installs the `default` policy, through which every string passes that code of others puts into a sink: MapLibre's worker
 * and our own loader are the only script addresses, ECharts only empties elements, and MapLibre's attribution is text with
 * links. Everything else is refused. Call it before any other code.
 */
export function installTrustedTypes({ trustedTypes, location }: PolicyHost): void {
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (textAndLinks.test(html) ? html : null),
    createScriptURL: (address) => (isOwnScript(address, location.origin) ? address : null),
  })
}

/** True for the built scripts: `/assets/name.js` and the widget's loader. */
function isOwnScript(address: string, origin: string): boolean {
  const url = new URL(address, origin)
  return url.origin === origin && /^\/(?:assets\/[\w.-]+\.m?js|static\/embed-loader\.js)$/u.test(url.pathname)
}
