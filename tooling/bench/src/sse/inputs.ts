import { pick, seededRandom } from '../random.ts'

/** Bytes of an event stream, and how many events a conformant parser finds in them. */
export interface SseInput {
  bytes: Uint8Array<ArrayBuffer>
  events: number
}

const words =
  'the magnesium glycinate dose sleep vitamin protein recovery study found daily intake of about 200 mg with food and water may support muscle rest café naïve über 日本 – “quality” [1] [2-3] heart rate zone'.split(
    ' ',
  )
const encoder = new TextEncoder()

/** An answer of a model: lines of about 60 bytes, `{"type":"LLM_Response","content":"…"}`, and `[DONE]`. */
export function modelAnswer(size: number): SseInput {
  const random = seededRandom(1)
  const events: string[] = []
  for (let length = 0; length < size;) {
    const content = wordsOf(random, 18)
    const event = `data: {"type":"LLM_Response","content":${JSON.stringify(content)}}\n\n`
    events.push(event)
    length += Buffer.byteLength(event)
  }
  events.push('data: [DONE]\n\n')
  return { bytes: encoder.encode(events.join('')), events: events.length }
}

/** One event of one line. */
export function oneLine(size: number): SseInput {
  const random = seededRandom(2)
  const ascii = words.slice(0, 20)
  let line = ''
  while (line.length < size) line += `${pick(random, ascii)} `
  return { bytes: encoder.encode(`data: ${line.slice(0, size)}\n\n`), events: 1 }
}

/** Events of one line of 100 KiB each. */
export function longLines(size: number): SseInput {
  const { bytes: event } = oneLine(100 * 1024)
  const events = Math.ceil(size / event.length)
  const bytes = new Uint8Array(events * event.length)
  for (let index = 0; index < events; index++) bytes.set(event, index * event.length)
  return { bytes, events }
}

/** One event of many `data` lines of 80 bytes. */
export function manyLines(size: number): SseInput {
  const line = `data: ${'x'.repeat(73)}\n`
  return { bytes: encoder.encode(`${line.repeat(Math.ceil(size / line.length))}\n`), events: 1 }
}

/** Every feature of the standard at once: all line ends, comments, ids, types, retry, data on many lines. */
export function everyField(size: number): SseInput {
  const random = seededRandom(3)
  const parts = ['\uFEFF']
  let events = 0
  for (let length = 3; length < size; events++) {
    const end = pick(random, ['\n', '\r\n', '\r'])
    const lines: string[] = []
    if (random() < 0.3) lines.push(`: keep-alive ${Math.floor(random() * 1e6)}`)
    if (random() < 0.5) lines.push(`id: ${events}`)
    if (random() < 0.4)
      lines.push(`event: ${pick(random, ['message', 'status', 'citations', 'product_update'])}`)
    if (random() < 0.05) lines.push(`retry: ${Math.floor(1000 + random() * 5000)}`)
    const data = 1 + Math.floor(random() * 4)
    for (let line = 0; line < data; line++) {
      lines.push(`${random() < 0.5 ? 'data: ' : 'data:'}${wordsOf(random, 40)}`)
    }
    if (random() < 0.1) lines.push('unknown: field')
    const event = [...lines, '', ''].join(end)
    parts.push(event)
    length += Buffer.byteLength(event)
  }
  return { bytes: encoder.encode(parts.join('')), events }
}

/** The bytes in pieces of a size. */
export function cut(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}

function wordsOf(random: () => number, length: number): string {
  let text = pick(random, words)
  while (text.length < length) text += ` ${pick(random, words)}`
  return text
}
