import { createApiClient } from '@org/api-client'
import { createApiTransport, createChatEngine } from '@org/chat-engine'

export async function mountChat(root: HTMLElement, baseUrl: string) {
  const transport = createApiTransport(createApiClient({ baseUrl }))
  const engine = createChatEngine({ transport })
  root.innerHTML =
    '<ol></ol><p role="status"></p><form><input aria-label="Message"><button>Send</button></form>'
  const [list, line, form, input] = ['ol', 'p', 'form', 'input'].map((name) => root.querySelector(name))
  await engine.start()
  const key = engine.create()
  const thread = engine.thread(key)
  const rows = new Map<string, HTMLElement>()
  const rowOf = (messageKey: string) => {
    const message = engine.message(messageKey)
    const row = rows.get(messageKey) ?? document.createElement('li')
    const draw = () => (row.textContent = message.get()?.text ?? '')
    if (!rows.has(messageKey)) message.subscribe(draw) // only this row is drawn while its answer grows
    draw()
    rows.set(messageKey, row)
    return row
  }
  thread.subscribe(() => {
    const { messageKeys, statusLine } = thread.get()
    list?.replaceChildren(...messageKeys.map(rowOf))
    if (line) line.textContent = statusLine?.text ?? ''
  })
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!(input instanceof HTMLInputElement)) return
    if (engine.send(key, { text: input.value }) === 'sent') input.value = ''
  })
  return engine
}
