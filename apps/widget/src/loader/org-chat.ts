/* oxlint-disable unicorn/no-instanceof-builtins, typescript/no-misused-spread, typescript/restrict-template-expressions, typescript/no-base-to-string, typescript/no-unsafe-type-assertion -- pages hand
   over anything, which becomes text; the methods are made from the names of the commands. */
import { readOptions, type Attributes } from './read-options.ts'
import { createWidget, type Commands, type Listener, type WidgetEvent } from './widget.ts'

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
  /** Takes a widget out of the page. */
  destroy: (id?: string) => Promise<unknown>
  /** Puts a widget into the page, by these attributes, else the tag's; one that is there already stays. */
  start: (attributes?: Attributes) => Promise<unknown>
  /** Calls made before the loader had run, each with what answers it. */
  q?: [call: Iterable<unknown>, done: Done][]
}

declare global {
  interface Window {
    OrgChat?: OrgChat
  }
}

/** Puts `window.OrgChat` in place, once a page, and draws the widget of the tag. */
export function installOrgChat({ src, dataset }: HTMLScriptElement): void {
  // An element named like it, and its fields, are not ours; `typeof` calls an <object> a function, too.
  const early = window.OrgChat instanceof Function ? window.OrgChat : undefined
  if (early?.start instanceof Function) {
    void early.start(dataset)
    return
  }
  const widgets = new Map<string, Commands>()

  function start(attributes?: unknown): void {
    const options = readOptions({ ...dataset, ...(attributes as Attributes) })
    const { id } = options
    if (!widgets.has(id))
      widgets.set(
        id,
        createWidget(options, src, () => widgets.delete(id)),
      )
  }

  const call = (async (name, ...args) => {
    if (name === 'start') return start(args[0])
    const [first] = widgets.values()
    const id = args[first?.[name as string]?.length ?? 0]
    const widget = id === undefined ? first : widgets.get(`${id}`)
    return widget?.[name as string]?.(...args)
  }) as Call & Record<string, Call>

  start()
  const [first] = widgets.values()
  // Every widget has the same commands, and these are the methods.
  for (const name in { start, ...first }) call[name] = (...args) => call(name, ...args)
  window.OrgChat = call as unknown as OrgChat
  for (const [queued, done] of Array.isArray(early?.q) ? early.q : []) done(call(...queued))
}
