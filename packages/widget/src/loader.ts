type Call = (...call: unknown[]) => Promise<unknown>

/** `window.OrgChat`, before the loader has arrived: a queue. */
interface Queue extends Call {
  q?: [call: unknown[], done: (result: unknown) => void][]
}

/** Marks the script, so that a second copy of this package finds it. */
const mark = 'data-org-chat-loader'

/** Calls a command of `window.OrgChat`, once the loader has arrived. */
export function callLoader(...call: unknown[]): void {
  void chatOf(window)(...call)
}

function chatOf(page: Window): Call {
  const present: unknown = Reflect.get(page, 'OrgChat')
  if (typeof present === 'function') return (...call) => Promise.resolve(Reflect.apply(present, page, call))
  const queue: Queue = (...call) =>
    new Promise((done) => {
      ;(queue.q ??= []).push([call, done])
    })
  Reflect.set(page, 'OrgChat', queue)
  return queue
}

/**
 * Adds the script of the loader to the page, unless it is there. One that cannot be loaded goes, so that the next widget
 * requests it again.
 */
export function addLoader(server: string, nonce: string | undefined): void {
  if (document.querySelector(`script[${mark}]`) !== null) return
  const script = document.createElement('script')
  script.setAttribute(mark, '')
  script.async = true
  if (nonce !== undefined) script.nonce = nonce
  // The widgets of this package are added by calls.
  script.dataset['start'] = 'false'
  script.src = new URL('/static/embed-loader.js', server).href
  script.addEventListener('error', () => script.remove())
  document.head.append(script)
}
