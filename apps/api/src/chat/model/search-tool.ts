import { jsonSchema, tool } from 'ai'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import {
  type FoundPassage,
  type FoundProduct,
  search,
  searchQueriedProducts,
  searchWished,
} from '../../knowledge/search/knowledge.search.ts'
import { words } from '../../knowledge/text/clauses.ts'
import { inSpan } from '../../platform/process/spans.ts'
import { type ProductCandidate, productsNamed, productsWith } from './product-candidates.ts'
import type { SearchSettings } from '../../settings/answer-settings.ts'
import { searchToolSchema } from '../../settings/default-search-tool.ts'
import type { TurnSources } from './turn-sources.ts'

// A model that asks for more in one answer is in a loop, or does what somebody has put it up to.
const maxSearches = 20

// Longer is a pasted text, of which a search needs no more.
export const maxQueryCharacters = 2000

/** Result of `search_knowledge` for the model: data to quote, never instructions. */
export const searchToolOutputSchema = z.object({
  passages: z.array(
    z.object({
      citation: z.number().int(),
      title: z.string(),
      section: z.string(),
      author: z.string(),
      text: z.string(),
      /** ISO 639-1 code of the text. */
      language: z.string().optional(),
      score: z.number().optional(),
      /** A question that the passage answers and that is close to the one asked; for the built-in model. */
      asked_as: z.string().optional(),
    }),
  ),
  products: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      price: z.string(),
      keywords: z.array(z.string()).optional(),
    }),
  ),
  /** Products that fit the wish of the question; for the built-in model. Left out when nothing is wished for. */
  wish: z
    .object({
      /** Names of products, best first. */
      fitting: z.array(z.string()),
      /** True when the wish names a thing with its properties, and neither a remedy nor a condition. */
      isGoods: z.boolean(),
    })
    .optional(),
  /** False when the passages are only the nearest ones, and do not answer the question. */
  covered: z.boolean().optional(),
  /** The words of the question as the search understood them; for the built-in model. */
  terms: z
    .array(
      z.object({
        asked: z.string(),
        alternatives: z.array(z.string()),
        weight: z.number(),
        known: z.boolean(),
      }),
    )
    .optional(),
  /** Present when the person limited the search to some authors. */
  only_authors: z.array(z.string()).optional(),
})

/** Result of `search_knowledge` for the model. */
export type SearchToolOutput = z.infer<typeof searchToolOutputSchema>

/** The content that one turn searches, and the list of its sources. */
export interface SearchToolContext {
  db: Db
  sources: TurnSources
  /** Passages of other authors are not found. */
  authors: readonly string[]
  onFound: () => void
  settings: SearchSettings
  /** Adds what the built-in model composes its answer from. @default false */
  forBuiltIn?: boolean
  /** True when the shop has a tool of its own. @default false */
  withShop?: boolean
  /** Adds the articles and products of this client to the shared ones. @default shared content alone */
  clientId?: string | undefined
}

// A source's own reference numbers would be taken for ours.
function withoutCitations(text: string): string {
  return text.replaceAll(/\s?(?:\[\^?\d+(?:\s?[,–-]\s?\d+)*\]|【\d[^【】]*】)/gu, '')
}

/** The description of the tool for the model, with the rules of writing the query. */
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

/** The name of the first tool in spans: settings may give it another one towards the model. */
const searchToolName = 'search_knowledge'

/** The name of the second tool towards the model. */
export const productToolName = 'search_products'

/** Arguments of a search, as models give them. */
interface SearchArguments {
  query: string
  language?: string | undefined
  author?: string | undefined
  /** Exact names of products; for the built-in model. */
  names: string[]
}

const textSchema = z.string().trim().min(1).max(maxQueryCharacters)
const argumentsSchema = z.object({
  language: textSchema.optional().catch(undefined),
  author: textSchema.optional().catch(undefined),
  names: z.array(z.string()).catch([]),
})

function argumentsOf(input: unknown): SearchArguments {
  const { language, author, names } = argumentsSchema.parse(Object(input))
  return { query: queryOf(input).slice(0, maxQueryCharacters), language, author, names }
}

/** Both tools of one turn. Together they search at most 20 times; later calls find nothing. */
export function createSearchTools({ settings, ...context }: SearchToolContext) {
  let searches = 0
  const schema = Object.keys(settings.schema).length === 0 ? searchToolSchema : settings.schema
  const limited = (name: string, run: () => Promise<SearchToolOutput>): Promise<SearchToolOutput> => {
    searches += 1
    if (searches > maxSearches) return Promise.resolve({ passages: [], products: [] })
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name }
    return inSpan(`execute_tool ${name}`, attributes, run)
  }
  const knowledge = {
    [settings.name]: tool({
      description: describeSearch(settings),
      inputSchema: jsonSchema({ type: 'object', ...schema }),
      outputSchema: searchToolOutputSchema,
      execute: (input) => limited(searchToolName, () => searchKnowledge(argumentsOf(input), context)),
    }),
  }
  if (context.withShop !== true || !context.sources.mayOffer) return knowledge
  return {
    ...knowledge,
    [productToolName]: tool({
      description:
        'Searches the shop by name, purpose or ingredient, and gives products with description and price. Use it when the person asks what is sold, for a price, or for something to buy.',
      inputSchema: jsonSchema(productToolSchema),
      outputSchema: searchToolOutputSchema,
      execute: (input) => limited(productToolName, () => searchShop(argumentsOf(input), context)),
    }),
  }
}

const productToolSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'Name, purpose or ingredient of the product, in English.' },
  },
  required: ['query'],
} as const

/** Searches passages and the products that fit them, and numbers what is found. */
export async function searchKnowledge(
  { query, language, author }: Omit<SearchArguments, 'names'>,
  { db, sources, authors, onFound, forBuiltIn = false, clientId }: Omit<SearchToolContext, 'settings'>,
): Promise<SearchToolOutput> {
  const chosen =
    author === undefined || (authors.length > 0 && !authors.includes(author)) ? authors : [author]
  const found = await search(db, query, {
    authors: chosen,
    ...(language === undefined ? {} : { language }),
    ...(clientId === undefined ? {} : { clientId }),
  })
  sources.note(query, found.covered, found.passages)
  // Real models would quote the nearest passages of a question that is not covered.
  const shown = found.covered || forBuiltIn ? found.passages : []
  const passages = shown.map((passage) => {
    const { title, heading: section, author, language } = passage
    const shownFields = { title, section, author, text: withoutCitations(passage.text), language }
    const citation = sources.cite(passage)
    return Object.assign(shownFields, { citation }, forBuiltIn ? builtInFields(passage) : {})
  })
  const products = (sources.mayOffer ? found.products : []).map((product) => toShown(product, sources))
  onFound()
  return {
    passages,
    products,
    covered: found.covered,
    ...(forBuiltIn ? { terms: termsOf(found) } : {}),
    ...(authors.length === 0 ? {} : { only_authors: [...authors] }),
  }
}

function builtInFields({ score, askedAs }: FoundPassage) {
  return { score, ...(askedAs === undefined ? {} : { asked_as: askedAs }) }
}

/** Searches the shop alone. */
export async function searchShop(
  { query, names }: Pick<SearchArguments, 'query' | 'names'>,
  { db, sources, onFound, forBuiltIn = false, clientId }: Omit<SearchToolContext, 'settings'>,
): Promise<SearchToolOutput> {
  if (!sources.mayOffer) return { passages: [], products: [] }
  const wished = forBuiltIn ? await searchWished(db, query, clientId) : undefined
  const found = forBuiltIn
    ? [
        ...(wished?.products ?? []),
        ...(await productsNamed(db, names, clientId)),
        ...(wished === undefined ? await productsWith(db, words(query), clientId) : []),
      ]
    : await searchQueriedProducts(db, query, clientId)
  const byPk = new Map<string, FoundProduct | ProductCandidate>(found.map((product) => [product.pk, product]))
  onFound()
  return {
    passages: [],
    products: [...byPk.values()].map((product) => toShown(product, sources)),
    ...(wished === undefined
      ? {}
      : { wish: { fitting: wished.products.map(({ name }) => name), isGoods: wished.isGoods } }),
  }
}

function toShown(
  product: FoundProduct | ProductCandidate,
  sources: TurnSources,
): SearchToolOutput['products'][number] {
  const { name, price } = sources.offer(product)
  const keywords = 'keywords' in product ? { keywords: product.keywords } : {}
  return { name, description: product.description, price, ...keywords }
}

function termsOf(found: object): NonNullable<SearchToolOutput['terms']> {
  const terms = searchToolOutputSchema.shape.terms.safeParse(Object(found).terms)
  return terms.success ? (terms.data ?? []) : []
}
