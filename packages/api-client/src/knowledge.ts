import { amount, flag, list, shape, words } from './decode.ts'
import type { CallOptions, Http } from './http.ts'

/** A passage that an answer would retrieve. */
export interface KnowledgePassage {
  slug: string
  title: string
  heading: string
  author: string
  /** Higher is better; comparable within one search. */
  score: number
  text: string
  /** BCP 47 language of the passage. */
  language: string
  /** Words and phrases of the question that the passage expresses. */
  matched: string[]
}

/** Result of `searchKnowledge`. */
export interface KnowledgeSearch {
  /** Best first. */
  results: KnowledgePassage[]
  /** Time of the search on the server, in milliseconds. */
  tookMs: number
  /** True when the passages are likely to answer the question. */
  covered: boolean
  /** Probability from 0 to 1 behind `covered`. */
  coverage: number
}

/** A question and the filters of its search. */
export interface KnowledgeSearchOptions extends CallOptions {
  q: string
  /** @default 10 */
  limit?: number | undefined
  /** Only passages of these authors; all when left out. */
  authors?: readonly string[] | undefined
  /** Only passages in this language (BCP 47); all when left out. */
  language?: string | undefined
  /** Adds the content of this client to the shared content. */
  clientId?: string | undefined
}

/** The calls about the knowledge base. */
export interface KnowledgeCalls {
  /** Searches the knowledge base as an answer would. */
  searchKnowledge: (options: KnowledgeSearchOptions) => Promise<KnowledgeSearch>
}

const decodeSearch = shape<KnowledgeSearch>({
  results: list(
    shape<KnowledgePassage>({
      slug: words,
      title: words,
      heading: words,
      author: words,
      score: amount,
      text: words,
      language: words,
      matched: list(words),
    }),
  ),
  tookMs: amount,
  covered: flag,
  coverage: amount,
})

/** The calls of {@link KnowledgeCalls}. */
export function createKnowledgeCalls({ call }: Http): KnowledgeCalls {
  return {
    searchKnowledge: ({ signal, q, limit, authors, language, clientId }) =>
      call(decodeSearch, {
        path: '/api/admin/knowledge/search',
        query: { q, limit, authors: authors?.join(','), language, client_id: clientId },
        signal,
      }),
  }
}
