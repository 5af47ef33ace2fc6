import { loadLook } from '../themes/looks.ts'
import { createConfigSource } from './config-source.ts'
import { createHostBridge } from './host/host-bridge.ts'
import { readAddress } from './session/read-address.ts'
import { createWidgetApi, defaultLists } from './session/services.ts'

// The page's first script: small, so that what the widget is drawn with is on its way while the code that draws it
// still comes.

// Longest wait for the configuration, in ms: the chat works without it.
const patienceMs = 1500

/** Parameters in the document's address. */
export const address = readAddress(new URL(window.location.href))

/** The way to the page that frames the widget. It has heard the first word. */
export const bridge = createHostBridge(window, address.origin)
bridge.wake()

// The page has given the focus over: until the widget is drawn, which sees to its keys itself, Escape closes it here.
const undrawn = new AbortController()
function closeOnEscape({ key }: KeyboardEvent): void {
  if (key === 'Escape') bridge.close()
}
document.addEventListener('keydown', closeOnEscape, { signal: undrawn.signal })

/** The widget is about to be drawn. */
export function endEarly(): void {
  undrawn.abort()
}

/** The calls of this widget. */
export const api = createWidgetApi(address.cfg, bridge.ownPage, (reason) =>
  bridge.event('error', { kind: 'identity', reason }),
)

/** The theme that the widget begins with. */
export const firstLook = loadLook(address.theme)

/** The configuration, or the defaults. */
export const configSource = createConfigSource(api.config, defaultLists, patienceMs)
