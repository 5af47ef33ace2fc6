import { jsonSchema, tool } from 'ai'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { search } from '../../knowledge/knowledge.search.ts'
import type { SearchSettings } from '../../settings/answer-settings.ts'
import type { TurnSources } from './turn-sources.ts'

/** The tool's name, in requests (`tools`) and towards the model, unless the settings name it otherwise. */
export const searchToolName = 'search_knowledge'

/** What the tool is for, told to people and to the model. */
export const searchToolDescription =
  'Searches the knowledge base of articles and products, and gives the passages that answer a question with their citation numbers.'

// A model that asks for more in one answer is in a loop, or does what somebody has put it up to.
const maxSearches = 20

// Longer is a pasted text, of which a search needs no more.
const maxQueryCharacters = 4000

/** The JSON schema of the tool's arguments, unless the settings have another one. */
export const searchToolSchema: Record<string, unknown> = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'What to search for, as a question in full sentences.' },
  },
  required: ['query'],
  additionalProperties: false,
}

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
  settings: SearchSettings
}

// A source's own reference numbers would be taken for ours.
function withoutCitations(text: string): string {
  return text.replaceAll(/\s?(?:\[\^?\d+(?:\s?[,–-]\s?\d+)*\]|【\d+[^】]*】)/gu, '')
}

/** What the model is told about the tool: its description, and how to write the query. */
export function describeSearch({ description, usePrevContext, expandShort }: SearchSettings): string {
  return [
    description,
    usePrevContext
      ? 'Take up what earlier messages say where the last one refers to them.'
      : 'Write the query from the last message alone, whatever came before it.',
    expandShort
      ? 'Spell a short or ambiguous message out, with everything that it leaves unsaid.'
      : 'Search for a short message as it was written.',
  ].join(' ')
}

/** The query in the arguments of a call; other schemas than ours may name it otherwise. */
export function queryOf(input: unknown): string {
  const given = Object(input)
  const query: unknown = given.query ?? Object.values(given).find((value) => typeof value === 'string')
  return typeof query === 'string' ? query : JSON.stringify(input ?? '')
}

/** `search_knowledge` for one turn; beyond 20 searches it finds nothing. */
export function createSearchTool({ settings, ...context }: SearchToolContext) {
  let searches = 0
  const schema = Object.keys(settings.schema).length === 0 ? searchToolSchema : settings.schema
  return tool({
    description: describeSearch(settings),
    inputSchema: jsonSchema({ type: 'object', ...schema }),
    outputSchema: searchToolOutputSchema,
    async execute(input): Promise<SearchToolOutput> {
      searches += 1
      return searches > maxSearches
        ? { passages: [], products: [] }
        : searchKnowledge(queryOf(input), context)
    },
  })
}

/** Searches, and numbers what is found. */
export async function searchKnowledge(
  query: string,
  { db, sources, authors, onFound }: Omit<SearchToolContext, 'settings'>,
): Promise<SearchToolOutput> {
  const found = await search(db, query.slice(0, maxQueryCharacters), { authors })
  const passages = (found.covered ? found.passages : []).map((passage) => ({
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
}
