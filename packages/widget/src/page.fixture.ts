/** Options of a widget in tests. */
export const options = { server: 'https://chat.example', cfg: 'shop' } as const

/** The script of the loader. */
export const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[data-org-chat-loader]')]

/** Calls that wait for the loader. */
export function waiting(): unknown[][] {
  const queue: unknown = Reflect.get(Object(Reflect.get(window, 'OrgChat')), 'q')
  return Array.isArray(queue) ? queue.map(([call]: [unknown[]]) => call) : []
}

/** Puts a loader in place that records its calls. */
export function arrive(): unknown[][] {
  const calls: unknown[][] = []
  Reflect.set(window, 'OrgChat', async (...call: unknown[]) => {
    calls.push(call)
  })
  return calls
}

/** Names of calls. */
export const names = (calls: unknown[][]) => calls.map(([name]) => name)

/** Removes the loader and its script from the page. */
export function clearPage(): void {
  Reflect.deleteProperty(window, 'OrgChat')
  document.head.replaceChildren()
}
