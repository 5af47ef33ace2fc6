import { clickKey } from '../loader/click-key.ts'

/** Most clicks that are stored and named, as the server accepts them. */
const mostClicks = 20

/** Time for which a click is stored: the longest period that a deployment may set. */
const storedMs = 90 * 86_400_000

/** Stores a product click of a widget in the page: the order is reported by another page of the shop. */
export function rememberClick(cfg: string, click: unknown): void {
  if (typeof click !== 'string' || click === '') return
  try {
    const others = readClicks(cfg).filter(([id]) => id !== click)
    localStorage.setItem(clickKey(cfg), JSON.stringify([[click, Date.now()], ...others].slice(0, mostClicks)))
  } catch {
    // Forbidden or full: orders of this visitor are not counted.
  }
}

/**
 * Reports an order of the visitor to the server of the widget.
 *
 * @param loader address of the loader's script
 * @returns true when the order is counted; false without an earlier click, and for an order that is refused
 */
export async function reportOrder(cfg: string, loader: string, given: unknown): Promise<boolean> {
  try {
    const clicks = readClicks(cfg).map(([id]) => id)
    if (clicks.length === 0) return false
    const { id, total, currency, items = [] } = Object(given)
    // Whatever else the page has in an order stays there.
    const order = { id: id && `${id}`, total: Number(total), currency, items: [...items].map(toItem) }
    // A text is sent to another site without a preflight request.
    const response = await fetch(new URL('/embed/orders', loader), {
      method: 'POST',
      credentials: 'omit',
      keepalive: true,
      body: JSON.stringify({ cfg, clicks, order }),
    })
    const { counted, error } = await response.json()
    // oxlint-disable-next-line no-console -- The only sign for those who embed the widget.
    if (!response.ok) console.warn(`OrgChat: order refused: ${error}`)
    return counted === true
  } catch {
    return false
  }
}

const toItem = (item: unknown) => ({ name: Object(item).name })

function readClicks(cfg: string): [id: string, at: number][] {
  const stored: unknown = JSON.parse(localStorage.getItem(clickKey(cfg)) ?? '[]')
  return Array.isArray(stored)
    ? stored.filter((click) => Array.isArray(click) && click[1] > Date.now() - storedMs)
    : []
}
