/** A piece of a message's text. All text parts together are the message's `text`. */
export interface TextPart {
  readonly type: 'text'
  readonly text: string
}

/** Reasoning of the model before or between pieces of text. It never goes back to a server as text. */
export interface ReasoningPart {
  readonly type: 'reasoning'
  /** Unique among the message's reasoning parts. */
  readonly id: string
  readonly text: string
}

/** A tool call. */
export interface ToolPart {
  readonly type: 'tool'
  /** Id of the call. */
  readonly id: string
  readonly name: string
  /**
   * `input-streaming`: the input is arriving; `input-available`: the call runs; `approval-requested`: it waits for
   * `engine.approve` or `engine.reject`; `approval-responded`: that was sent; `output-available`, `output-error`: the
   * call has ended.
   */
  readonly state:
    | 'input-streaming'
    | 'input-available'
    | 'approval-requested'
    | 'approval-responded'
    | 'output-available'
    | 'output-error'
  /** Arguments of the call; null until they have arrived. */
  readonly input: unknown
  /** Result of the call; null without one. */
  readonly output: unknown
  /** Why the call failed; null unless it did. */
  readonly error: string | null
  /** Approval that the server requested for the call. @default none */
  readonly approval?: ToolApproval | undefined
}

/** Approval of a tool call by a person. */
export interface ToolApproval {
  /** The server's id of the request; null where it has none. */
  readonly id: string | null
  /** The decision; null until there is one. */
  readonly approved: boolean | null
  /** Why the server asks, then why the person decided so; null without a reason. */
  readonly reason: string | null
  /** Values of the server that it needs back with the decision, such as a signature. @default none */
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** A source of the answer that the text does not cite by number. */
export interface SourcePart {
  readonly type: 'source'
  /** Unique among the message's sources. */
  readonly id: string
  /** Address; null for a document without one, and for one of a scheme other than http and https. */
  readonly url: string | null
  readonly title: string | null
}

/** A file of the answer. */
export interface FilePart {
  readonly type: 'file'
  /** Unique among the message's files. */
  readonly id: string
  readonly mimeType: string
  /** Address of http, https or `data:`; empty for others. */
  readonly url: string
  /** File name; null without one. */
  readonly name: string | null
}

/** Whatever else a stream brings: an event of a type that the engine does not know. */
export interface DataPart {
  readonly type: 'data'
  /** A later part of the same name and id replaces this one. */
  readonly id: string
  /** The event's type. */
  readonly name: string
  readonly value: unknown
}

/** A part of a message. Parts are in the order in which they began. */
export type MessagePart = TextPart | ReasoningPart | ToolPart | SourcePart | FilePart | DataPart

/** A part that is known by its id, so that it can be replaced while it grows. */
export type IdentifiedPart = Exclude<MessagePart, TextPart>

/** Returns the parts of a message that is text alone. */
export function textParts(text: string): readonly MessagePart[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

/** Adds a piece of text: to the last part if that is text. `whole` is the message's text with it. */
export function appendText(
  parts: readonly MessagePart[],
  piece: string,
  whole: string,
): readonly MessagePart[] {
  const last = parts.at(-1)
  if (last?.type !== 'text') return [...parts, ...textParts(piece)]
  // Of text alone the same string, not a second copy of a long answer.
  return [...parts.slice(0, -1), ...textParts(parts.length === 1 ? whole : last.text + piece)]
}

/** Adds a part, or replaces the one of the same type, name and id. */
export function putPart(parts: readonly MessagePart[], part: IdentifiedPart): readonly MessagePart[] {
  const { type, id, name }: PartKey = part
  const at = parts.findIndex((one: PartKey) => one.type === type && one.id === id && one.name === name)
  return at === -1 ? [...parts, part] : parts.with(at, part)
}

interface PartKey {
  readonly type: string
  readonly id?: string
  readonly name?: string | null
}
