import type { LoadPanel } from '../panel/panel.ts'
import { readOptions, toText, type Attributes } from './read-options.ts'
import { createWidget, type Listener, type Widget, type WidgetEvent } from './widget.ts'

type Done = (result: unknown) => void
type Call = (...args: unknown[]) => Promise<unknown>

/**
 * `window.OrgChat`: commands as methods, and by name, `OrgChat('open')`, which also works before the loader has run.
 * Each answers with a promise, kept once it is done. The last argument, an id, names one
 * widget of several; without it, the first is meant.
 */
export interface OrgChat {
  /** Calls a command by its name; an unknown name does nothing. */
  (...call: unknown[]): Promise<unknown>
  open: (id?: string) => Promise<unknown>
  close: (id?: string) => Promise<unknown>
  toggle: (id?: string) => Promise<unknown>
  /** Calls the listener at each event. */
  on: (event: WidgetEvent, listener: Listener, id?: string) => Promise<unknown>
  off: (event: WidgetEvent, listener: Listener, id?: string) => Promise<unknown>
  /** A theme of the widget, `light`, `dark`, or `auto` for what the system prefers. */
  setTheme: (theme: string, id?: string) => Promise<unknown>
  /**
   * Identifies the visitor by `user_id`, `user_hash` and `user_expires`, which the page's server has signed; null for a
   * guest, after a sign-out.
   */
  identify: (user: unknown, id?: string) => Promise<unknown>
  /**
   * Reports an order, `{ id, total, currency, items: [{ name }] }`, of a visitor who has followed a product of the widget.
   * Answers true when it is counted.
   */
  order: (order: unknown, id?: string) => Promise<unknown>
  /** Takes a widget out of the page. */
  destroy: (id?: string) => Promise<unknown>
  /** Puts a widget into the page, by these attributes, else the tag's, or by another tag alone; one that is there already stays. */
  start: (attributes?: Attributes | HTMLScriptElement) => Promise<unknown>
  /** Calls made before the loader had run, each with what answers it. */
  q?: [call: Iterable<unknown>, done: Done][]
}

declare global {
  interface Window {
    OrgChat?: OrgChat
  }
}

/**
 * Puts `window.OrgChat` in place, once a page, and adds the widget of the tag.
 *
 * @param loadPanel requests the script of an open panel
 */
export function installOrgChat(tag: HTMLScriptElement, loadPanel: LoadPanel): void {
  const { src, dataset } = tag
  // An element named like it, and its fields, are not ours.
  const early: Partial<OrgChat> | undefined = isFunction(window.OrgChat) ? window.OrgChat : undefined
  const drawsOwn = dataset['start'] !== 'false'
  if (isFunction(early?.start)) {
    if (drawsOwn) void early.start(tag)
    return
  }
  const widgets = new Map<string, Widget>()

  function start(given?: unknown): void {
    // Another tag has attributes of its own alone; those of a call complete this tag's.
    const sources = given instanceof HTMLScriptElement ? [given.dataset] : [dataset, given]
    // Without a prototype: a page that extends `Object.prototype` sets no attributes.
    const options = readOptions(Object.assign({ __proto__: null }, ...sources))
    const { id } = options
    const former = widgets.get(id)
    if (former?.host.isConnected) return
    // The page has replaced its document (`document.write`), which also ends all listeners.
    former?.destroy()
    widgets.set(
      id,
      createWidget(options, src, loadPanel, () => widgets.delete(id)),
    )
  }

  /** Returns the widget of an id, the first one without an id. */
  function find(id: unknown): Widget | undefined {
    if (id !== undefined) return widgets.get(toText(id))
    const [first] = widgets.values()
    return first
  }

  // Pages may pass any values.
  const commands = {
    open: async (id?: unknown) => find(id)?.choose(true),
    close: async (id?: unknown) => find(id)?.choose(false),
    toggle: async (id?: unknown) => find(id)?.toggle(),
    on: async (event: unknown, listener: unknown, id?: unknown) => {
      if (isFunction(listener)) find(id)?.events.addEventListener(toText(event), listener)
    },
    off: async (event: unknown, listener: unknown, id?: unknown) => {
      if (isFunction(listener)) find(id)?.events.removeEventListener(toText(event), listener)
    },
    setTheme: async (theme: unknown, id?: unknown) => find(id)?.setTheme(toText(theme)),
    identify: async (user: unknown, id?: unknown) => find(id)?.identify(user),
    order: async (order: unknown, id?: unknown) => find(id)?.order(order),
    destroy: async (id?: unknown) => find(id)?.destroy(),
    start: async (given?: unknown) => start(given),
  }
  const byName = new Map<unknown, Call>(Object.entries(commands))
  const call: Call = async (name, ...args) => byName.get(name)?.(...args)

  if (drawsOwn) start()
  window.OrgChat = Object.assign(call, commands)
  for (const [queued, done] of Array.isArray(early?.q) ? early.q : []) done(call(...queued))
}

// Also the type of the page's functions: they are called with nothing else.
function isFunction(value: unknown): value is Listener {
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- `typeof` calls an <object> of the page a function, too.
  return value instanceof Function
}
