import type { CallOptions, Http } from '../http.ts'
import { amount, isRecord, list, or, shape, text } from '../decode.ts'
import type { Decoder } from '../decode.ts'

/** An author of the knowledge base, with the number of their passages when the server sends it. */
export interface Author {
  name: string
  count: number | null
}

/** A tool that the assistant may use. */
export interface Tool {
  name: string
  description: string
}

const authorFields = shape<Author>({ name: text, count: or(amount, null) })

/** Reads an author: `{name, count}` or only the name. */
const decodeAuthor: Decoder<Author> = (value) => authorFields(isRecord(value) ? value : { name: value })

const toolFields = shape<Tool>({ name: text, description: or(text, '') })

/** Reads a tool: `{name, description}` or only the name. */
const decodeTool: Decoder<Tool> = (value) => toolFields(isRecord(value) ? value : { name: value })

/** The calls for what an answer may be limited to. */
export interface ListCalls {
  authors: (options?: CallOptions) => Promise<Author[]>
  tools: (options?: CallOptions) => Promise<Tool[]>
}

const decodeAuthors = shape<{ authors: Author[] }>({ authors: list(decodeAuthor) })
const decodeTools = shape<{ tools: Tool[] }>({ tools: list(decodeTool) })

/** The calls of {@link ListCalls}. */
export function createListCalls({ call }: Http): ListCalls {
  return {
    authors: async ({ signal } = {}) => (await call(decodeAuthors, { path: '/api/authors', signal })).authors,
    tools: async ({ signal } = {}) => (await call(decodeTools, { path: '/api/tools', signal })).tools,
  }
}
