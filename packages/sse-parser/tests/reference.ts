import type { SseEvent } from '../src/index.ts'

/** Interprets a whole stream by the letter of the standard: slow, and without any state between chunks. */
export function interpret(stream: Uint8Array): {
  events: SseEvent[]
  lastEventId: string
  retries: number[]
} {
  const lines = new TextDecoder().decode(stream).split(/\r\n|\r|\n/u)
  const events: SseEvent[] = []
  const retries: number[] = []
  let data = ''
  let type = ''
  let id = ''
  let lastEventId = ''

  for (const line of lines.slice(0, -1)) {
    const [, field = line, value = ''] = /^([^:]*):? ?(.*)$/su.exec(line) ?? []
    if (line === '') {
      lastEventId = id
      if (data !== '') events.push({ type: type || 'message', data: data.slice(0, -1), lastEventId })
      data = type = ''
    } else if (line.startsWith(':')) {
      continue
    } else if (field === 'event') {
      type = value
    } else if (field === 'data') {
      data += `${value}\n`
    } else if (field === 'id') {
      if (!value.includes('\0')) id = value
    } else if (field === 'retry' && /^[0-9]+$/u.test(value)) {
      retries.push(Number(value))
    }
  }
  return { events, lastEventId, retries }
}
