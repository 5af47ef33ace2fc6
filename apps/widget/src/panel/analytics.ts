import { toText } from '../loader/read-options.ts'

/** Events of a widget that are reported, and their names for the page. */
const actions = new Map<string, (role: unknown) => string>([
  ['open', () => 'opened'],
  ['message', (role) => (role === 'user' ? 'asked' : 'answered')],
  ['product:click', () => 'product_clicked'],
])

/**
 * Returns a function that reports events of a widget to the page's own analytics: as an event of the widget's element,
 * which bubbles to `window`, and, where the tag names one, as an entry of a data layer. Neither has a word of the chat.
 *
 * @param options `dataLayer` is the name of the data layer's global variable; `''` for none
 */
export function createReporter(
  host: Element,
  { id, dataLayer }: { id: string; dataLayer: string },
): (event: string, data?: unknown) => void {
  return (event, data) => {
    const { role, name } = Object(data)
    const action = actions.get(event)?.(role)
    if (action === undefined) return
    const detail = { widget: id, ...(name && { product: toText(name) }) }
    host.dispatchEvent(new CustomEvent(`org-chat:${action}`, { bubbles: true, detail }))
    if (!dataLayer) return
    const layer: unknown = Reflect.get(window, dataLayer) ?? []
    // An element named like it is no data layer.
    if (!Array.isArray(layer)) return
    Reflect.set(window, dataLayer, layer)
    layer.push({ event: `org_chat_${action}`, org_chat: detail })
  }
}
