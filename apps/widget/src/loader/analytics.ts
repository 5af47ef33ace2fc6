import { toText } from './read-options.ts'

/** Events of a widget that are reported, and their names for the page. */
const actions = { open: () => 'opened', message: nameMessage, 'product:click': () => 'product_clicked' }

/**
 * Creates the target of a widget's events. Some are also reported to the page's own analytics: as an event of its element,
 * which bubbles to `window`, and, where the tag names one, as an entry of a data layer. Neither has a word of the chat.
 *
 * @param options `dataLayer` is the name of the data layer's global variable; `''` for none
 */
export function createEvents(
  host: Element,
  { id, dataLayer }: { id: string; dataLayer: string },
): EventTarget {
  const events = new EventTarget()
  for (const [event, nameOf] of Object.entries(actions)) {
    events.addEventListener(event, (given) => {
      const { role, name } = Object(Reflect.get(given, 'detail'))
      const action = nameOf(role)
      const detail = { widget: id, ...(name && { product: toText(name) }) }
      host.dispatchEvent(new CustomEvent(`org-chat:${action}`, { bubbles: true, detail }))
      if (!dataLayer) return
      const layer: unknown = Reflect.get(window, dataLayer) ?? []
      // An element named like it is no data layer.
      if (!Array.isArray(layer)) return
      Reflect.set(window, dataLayer, layer)
      layer.push({ event: `org_chat_${action}`, org_chat: detail })
    })
  }
  return events
}

function nameMessage(role: unknown): string {
  return role === 'user' ? 'asked' : 'answered'
}
