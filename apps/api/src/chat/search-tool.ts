import { tool } from 'ai'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { search } from '../knowledge/knowledge.search.ts'
import type { TurnSources } from './turn-sources.ts'

/** The tool's name, in requests (`tools`) and towards the model. */
export const searchToolName = 'search_knowledge'

/** What the tool is for, told to people and to the model. */
export const searchToolDescription =
  'Searches the knowledge base of articles and products, and gives the passages that answer a question with their citation numbers.'

// Longer is a pasted text, of which a search needs no more.
const maxQueryCharacters = 4000

/** The arguments of `search_knowledge`. */
export const searchToolInputSchema = z.object({
  query: z
    .string()
    .min(1)
    .describe('The question in full sentences, with everything it refers to spelled out.'),
})

/** What `search_knowledge` gives the model: data to quote, never instructions. */
export const searchToolOutputSchema = z.object({
  passages: z.array(
    z.object({
      citation: z.number().int(),
      title: z.string(),
      section: z.string(),
      author: z.string(),
      text: z.string(),
    }),
  ),
  products: z.array(z.object({ name: z.string(), description: z.string(), price: z.string() })),
  /** Present when the person limited the search to some authors. */
  only_authors: z.array(z.string()).optional(),
})

/** What `search_knowledge` gives the model. */
export type SearchToolOutput = z.infer<typeof searchToolOutputSchema>

/** What one turn searches in, and where it notes what it found. */
export interface SearchToolContext {
  db: Db
  sources: TurnSources
  /** Passages of other authors are not found. */
  authors: readonly string[]
  onFound: () => void
}

// A source's own reference numbers would be taken for ours.
function withoutCitations(text: string): string {
  return text.replaceAll(/\s?(?:\[\^?\d+(?:\s?[,–-]\s?\d+)*\]|【\d+[^】]*】)/gu, '')
}

/** `search_knowledge` for one turn. */
export function createSearchTool({ db, sources, authors, onFound }: SearchToolContext) {
  return tool({
    description: searchToolDescription,
    inputSchema: searchToolInputSchema,
    outputSchema: searchToolOutputSchema,
    async execute({ query }): Promise<SearchToolOutput> {
      const found = await search(db, query.slice(0, maxQueryCharacters), { authors })
      const passages = found.passages.map((passage) => ({
        citation: sources.cite(passage),
        title: passage.title,
        section: passage.heading,
        author: passage.author,
        text: withoutCitations(passage.text),
      }))
      const products = found.products.map((product) => {
        const { name, price } = sources.offer(product)
        return { name, description: product.description, price }
      })
      onFound()
      return { passages, products, ...(authors.length === 0 ? {} : { only_authors: [...authors] }) }
    },
  })
}
