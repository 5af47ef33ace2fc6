import { emptyAnswer, reduceAnswer } from '../transport/answer.ts'
import type { AnswerEvent, AnswerState } from '../transport/answer.ts'
import type { AnswerStream, ChatFailure, ChatTransport, ThreadMessage } from '../transport/transport.ts'

/** Deviation of a server from the contract. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'
}

/** Fails a check, unless the condition holds. */
export function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new ConformanceError(message)
}

/** A value that has to be there. */
export function present<Value>(value: Value | null | undefined, message: string): Value {
  must(value !== null && value !== undefined, message)
  return value
}

/** Reads a stream to its end, or while `goesOn` returns true. */
export async function readAnswer(
  { events }: AnswerStream,
  goesOn: (answer: AnswerState) => boolean = () => true,
): Promise<{ answer: AnswerState; events: AnswerEvent[] }> {
  const read: AnswerEvent[] = []
  let answer = emptyAnswer
  for await (const event of events) {
    read.push(event)
    answer = reduceAnswer(answer, event)
    if (answer.ended || !goesOn(answer)) break
  }
  return { answer, events: read }
}

/** The status of the failure that a call is to end with. */
export async function statusOf(call: () => Promise<unknown>): Promise<number | undefined> {
  return (await failureOf(call)).status
}

/** The failure that a call is to end with. */
export async function failureOf(call: () => Promise<unknown>): Promise<ChatFailure> {
  try {
    await call()
  } catch (error) {
    must(isFailure(error), 'What is thrown is an Error.')
    return error
  }
  throw new ConformanceError('The call was to fail, and did not.')
}

function isFailure(error: unknown): error is Error & ChatFailure {
  return error instanceof Error
}

/** The newest messages of a conversation, newest first. */
export async function messagesOf(transport: ChatTransport, id: string): Promise<readonly ThreadMessage[]> {
  return (await transport.listMessages(id, { limit: 50, cursor: null })).items
}

/** Does something with a new conversation, which is deleted in the end. */
export async function withConversation(
  transport: ChatTransport,
  work: (id: string) => Promise<void>,
): Promise<void> {
  const { id } = await transport.createConversation('Conformance')
  try {
    await work(id)
  } finally {
    await transport.deleteConversation(id)
  }
}
