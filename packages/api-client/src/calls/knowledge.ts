import { amount, flag, list, oneOf, or, shape, text, texts, words } from '../decode.ts'
import type { CallOptions, Http } from '../http.ts'

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
  /** False for a passage that is too far below the best one: an answer does not get it. */
  inAnswer: boolean
  /** Place in the list of the words, from 1; null for a passage that embeddings alone found. */
  wordRank: number | null
  /** Place in the list of the embeddings, from 1; null for a passage that is not in it. */
  vectorRank: number | null
}

/** A word or phrase of a question as the search understood it. */
export interface KnowledgeTerm {
  asked: string
  /** Words and phrases of the content that it was expanded or corrected to, itself included. */
  alternatives: string[]
  /** Inverse document frequency. */
  weight: number
  /** True when a passage contains one of the alternatives. */
  known: boolean
}

/** A product that an answer could offer. */
export interface KnowledgeProduct {
  pk: string
  name: string
  description: string
  /** Minor units of `currency`. */
  unitAmount: number
  currency: string
  score: number
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
  /** The coverage from which a question is covered. */
  threshold: number
  /** Words and phrases of the question. */
  terms: KnowledgeTerm[]
  /** Best first; none beside a danger or a health need. */
  products: KnowledgeProduct[]
  /** The danger that the safety stage finds in the question; null for none. */
  safety: { category: string; severity: string } | null
  /** ISO 639-1 code of the language that the question is read in, or `und`. */
  questionLanguage: string
  /** `unavailable`: the provider of the embeddings failed or was too slow, and words alone were compared. */
  embeddings: 'off' | 'used' | 'unavailable'
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
      inAnswer: or(flag, true),
      wordRank: or(amount, null),
      vectorRank: or(amount, null),
    }),
  ),
  tookMs: amount,
  covered: flag,
  coverage: amount,
  threshold: or(amount, 0),
  terms: or(
    list(
      shape<KnowledgeTerm>({
        asked: words,
        alternatives: texts,
        weight: or(amount, 0),
        known: or(flag, false),
      }),
    ),
    [],
  ),
  products: or(
    list(
      shape<KnowledgeProduct>({
        pk: words,
        name: words,
        description: words,
        unitAmount: or(amount, 0),
        currency: words,
        score: or(amount, 0),
      }),
    ),
    [],
  ),
  safety: or(shape<{ category: string; severity: string }>({ category: text, severity: text }), null),
  questionLanguage: words,
  embeddings: or(oneOf('off', 'used', 'unavailable'), 'off'),
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
