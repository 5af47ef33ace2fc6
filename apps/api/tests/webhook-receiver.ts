import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message that a receiver has got. */
export interface ReceivedMessage {
  headers: Record<string, string>
  body: string
}

/** A local server that receives webhooks. */
export interface WebhookReceiver {
  url: string
  received: ReceivedMessage[]
  /** Sets the following responses. */
  answer: (status: number, body?: string) => void
  /** Sets what happens between the next message and its response. */
  meanwhile: (work: () => Promise<unknown>) => void
  close: () => void
}

/** Opens a receiver that accepts every message. */
export async function openReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = []
  let [status, text] = [204, '']
  const nothing = () => Promise.resolve()
  let work: () => Promise<unknown> = nothing
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      received.push({ headers: Object.fromEntries(headers), body: Buffer.concat(chunks).toString() })
      const done = work()
      work = nothing
      void done.then(() => response.writeHead(status, { location: 'http://169.254.169.254/' }).end(text))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address: AddressInfo | string | null = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`,
    received,
    answer(next, body = '') {
      status = next
      text = body
    },
    meanwhile(next) {
      work = next
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
