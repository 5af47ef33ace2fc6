import type { EngineContext } from '../context.ts'
import type { AnswerStream } from '../transport/transport.ts'

/**
 * Reads an answer that is running at the server, from its first event to its end.
 *
 * @returns the text; null when the server has nothing left of the stream
 * @throws when the stream breaks before its end, or the signal aborts
 */
export async function readRunningAnswer(
  context: EngineContext,
  streamId: string,
  signal: AbortSignal,
): Promise<string | null> {
  const stream = await openStream(context, streamId, signal)
  if (stream === null) return null
  let text = ''
  for await (const event of stream.events) {
    if (event.type === 'text-delta') text += event.text
    if (event.type === 'stream-end') return text
  }
  throw new Error('The stream ended before the answer.')
}

async function openStream(
  context: EngineContext,
  streamId: string,
  signal: AbortSignal,
): Promise<AnswerStream | null> {
  try {
    return await context.transport.reconnect(streamId, { afterSeq: 0, signal })
  } catch (error) {
    // A dropped stream is answered with 404, at every retry: the import would never end.
    if (isRefused(error, 404)) return null
    throw error
  }
}

/** Returns whether a call of the transport was refused with this HTTP status. */
export function isRefused(error: unknown, status: number): boolean {
  return error instanceof Error && 'status' in error && error.status === status
}
