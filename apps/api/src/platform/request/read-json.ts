import type { AppContext } from '../http/app-env.ts'
import { HttpError } from '../http/http-error.ts'
import { jsonShape } from './json-shape.ts'
import { type HeldMemory, heapBudget } from '../process/heap-budget.ts'
import { LongStrings } from './long-strings.ts'
import { takeStepsInSlices } from '../process/steps.ts'
import { yieldToEventLoop } from '../process/yield-to-event-loop.ts'

/** The largest body of a call that names no limit of its own. */
const defaultMaxBytes = 1024 * 1024

/** Bytes of a body that are not counted on the memory: those of ordinary calls, which memory never refuses. */
const uncountedBytes = 64 * 1024

/** Bytes whose parsing takes milliseconds: other connections are served before and after it. */
const longStepBytes = 256 * 1024

/** Deeper than any body of ours, and shallow enough for whatever walks the value. */
const maxDepth = 64

/** More than any body of ours holds; an empty object takes twenty times the memory of its three bytes. */
const maxValues = 15_000

// A text is held as bytes, which lie outside of the heap, as a string, and in the values that it is parsed into.
const heapOfByte = 2

/**
 * The body as JSON; an empty one is an empty object. Reading stops at the limit, whatever length was announced.
 *
 * @param maxBytes the largest body @default 1 MiB
 * @param memory counts the body for as long as the caller holds it
 * @param types content types of the body @default application/json alone
 * @throws {HttpError} 415 for another content type, 413 beyond `maxBytes`, 400 for what is not JSON, 503 when other
 * large bodies fill the memory
 */
export async function readJson(
  c: AppContext,
  maxBytes: number | undefined,
  memory: HeldMemory,
  types: readonly string[] = ['application/json'],
): Promise<unknown> {
  const strings = new LongStrings()
  for await (const chunk of readChunks(c, maxBytes ?? defaultMaxBytes, memory)) strings.push(chunk)
  const bytes = strings.short()
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (bytes.length === 0 && (type === undefined || types.includes(type))) return {}
  if (type === undefined || !types.includes(type)) {
    throw new HttpError('unsupported_media_type', 'Send the body as application/json.')
  }
  const isLong = bytes.length > longStepBytes
  if (isLong) await yieldToEventLoop()
  const { values, depth } = await takeStepsInSlices(jsonShape(bytes))
  if (depth > maxDepth) throw new HttpError('malformed', 'The body is nested too deeply.')
  if (values > maxValues)
    throw new HttpError('too_large', 'The body has more than {0} values.', { values: [maxValues] })
  if (isLong) await yieldToEventLoop()
  const text = orMalformed(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (isLong) await yieldToEventLoop()
  const value: unknown = orMalformed(() => JSON.parse(text))
  if (isLong) await yieldToEventLoop()
  return strings.restore(value)
}

/** @throws {HttpError} 400 when a step of the parsing throws */
function orMalformed<Result>(step: () => Result): Result {
  try {
    return step()
  } catch {
    throw new HttpError('malformed', 'The body is not valid JSON.')
  }
}

/**
 * The body as it is. Reading stops at the limit, whatever length was announced.
 *
 * @throws {HttpError} 413 beyond `maxBytes`, 400 when it breaks off, 503 when other large bodies fill the memory
 */
export async function readBytes(c: AppContext, maxBytes = defaultMaxBytes): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  // Released once it is whole: these bodies are small, but thousands of them may arrive slowly.
  const memory = heapBudget.open()
  try {
    for await (const chunk of readChunks(c, maxBytes, memory)) chunks.push(chunk)
    return Buffer.concat(chunks)
  } finally {
    memory.release()
  }
}

/** Yields the chunks of a body. One that arrives slowly ends when others need its memory. */
async function* readChunks(c: AppContext, maxBytes: number, memory: HeldMemory): AsyncGenerator<Uint8Array> {
  const tooLarge = new HttpError('too_large', 'The body is larger than {0} bytes.', { values: [maxBytes] })
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge
  if (c.req.raw.body === null) return
  const reader: ReadableStreamDefaultReader<Uint8Array> = c.req.raw.body.getReader()
  const { promise: ended, reject: end } = Promise.withResolvers<never>()
  ended.catch(() => undefined)
  const withdraw = memory.offer(() => end(memoryShortage()))
  let size = 0
  let counted = uncountedBytes
  try {
    for (;;) {
      const { done, value: chunk } = await Promise.race([reader.read(), ended])
      if (done) return
      size += chunk.length
      if (size > maxBytes) throw tooLarge
      if (size > counted) await takeMemory(memory, (size - counted) * heapOfByte)
      counted = Math.max(counted, size)
      yield chunk
    }
  } catch (error) {
    if (error instanceof HttpError) throw error
    // Whoever sent it is gone; nobody reads this, but the log must not speak of a failure of ours.
    throw new HttpError('malformed', 'The body ended too early.')
  } finally {
    withdraw()
    reader.cancel().catch(() => undefined)
  }
}

async function takeMemory(memory: HeldMemory, bytes: number): Promise<void> {
  if (memory.take(bytes)) return
  if (!memory.reclaim(bytes)) throw memoryShortage()
  await memory.wait(bytes)
}

function memoryShortage(): HttpError {
  return new HttpError('unavailable', 'Too much is being sent at once. Please try again shortly.', {
    retryAfterSeconds: 5,
  })
}
