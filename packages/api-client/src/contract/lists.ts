import { z } from 'zod'

/** An author, with the number of passages by them. */
export const authorSchema = z.object({ name: z.string(), count: z.number().int().nonnegative() })

/** An author of the knowledge base. */
export type Author = z.infer<typeof authorSchema>

/** GET /api/authors */
export const authorsSchema = z.object({ authors: z.array(authorSchema) })

/** The answer of GET /api/authors. */
export type Authors = z.infer<typeof authorsSchema>

/** A tool that the assistant may use. */
export const toolSchema = z.object({ name: z.string(), description: z.string() })

/** A tool that the assistant may use. */
export type Tool = z.infer<typeof toolSchema>

/** GET /api/tools */
export const toolsSchema = z.object({ tools: z.array(toolSchema) })

/** The answer of GET /api/tools. */
export type Tools = z.infer<typeof toolsSchema>
