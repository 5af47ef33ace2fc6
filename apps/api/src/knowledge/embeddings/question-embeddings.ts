import type { Db } from '../../db/database.ts'
import type { Embedder } from './embedder.ts'
import { toUnit } from './vector-bytes.ts'

/** Outcome of embedding a question. `skipped`: the provider failed shortly before. */
export type EmbeddingOutcome = 'used' | 'failed' | 'too_slow' | 'skipped'

/** Settings of {@link setEmbedder}. */
export interface QuestionEmbedding {
  /** Called for each search. */
  onOutcome?: (outcome: EmbeddingOutcome, error?: unknown) => void
  /** Longest wait of a search for the provider. @default 1000 */
  timeLimitMs?: number
  /** Time in which a provider that has failed is not asked again. @default 15,000 */
  pauseMs?: number
}

interface Registered extends Required<QuestionEmbedding> {
  embedder: Embedder
  pausedUntil: number
  /** Vectors of the last questions: an answer may search for the same words twice. */
  recent: Map<string, Float32Array>
}

const mostRecent = 100
const registered = new WeakMap<Db, Registered>()

/**
 * Has the searches of a database compare embeddings, too.
 *
 * @returns a function that ends it
 */
export function setEmbedder(
  db: Db,
  embedder: Embedder,
  { onOutcome = () => undefined, timeLimitMs = 1000, pauseMs = 15_000 }: QuestionEmbedding = {},
): () => void {
  registered.set(db, { embedder, onOutcome, timeLimitMs, pauseMs, pausedUntil: 0, recent: new Map() })
  return () => registered.delete(db)
}

/** The id of the model whose vectors the searches of a database compare; undefined for none. */
export function embedderOf(db: Db): string | undefined {
  return registered.get(db)?.embedder.id
}

/** Unit vectors by text. */
export type QuestionVectors = ReadonlyMap<string, Float32Array>

/**
 * Embeds the texts of one search. A provider that fails or is slow leaves the search to the words: it never throws.
 *
 * @returns `off` when no model was chosen, `unavailable` when the provider gave no vectors
 */
export async function embedQuestion(
  db: Db,
  texts: readonly string[],
): Promise<QuestionVectors | 'off' | 'unavailable'> {
  const own = registered.get(db)
  if (own === undefined) return 'off'
  const known = new Map(texts.flatMap((text) => entryOf(own.recent, text)))
  const missing = [...new Set(texts)].filter((text) => !known.has(text) && text.trim() !== '')
  if (missing.length === 0) return known
  if (Date.now() < own.pausedUntil) {
    own.onOutcome('skipped')
    return 'unavailable'
  }
  const signal = AbortSignal.timeout(own.timeLimitMs)
  try {
    const vectors = await own.embedder.embed('question', missing, { signal })
    for (const [index, text] of missing.entries()) {
      const unit = toUnit(vectors[index] ?? [])
      known.set(text, unit)
      own.recent.set(text, unit)
    }
    for (const oldest of own.recent.keys()) {
      if (own.recent.size <= mostRecent) break
      own.recent.delete(oldest)
    }
    own.onOutcome('used')
    return known
  } catch (error) {
    own.pausedUntil = Date.now() + own.pauseMs
    own.onOutcome(signal.aborted ? 'too_slow' : 'failed', error)
    return 'unavailable'
  }
}

function entryOf(map: ReadonlyMap<string, Float32Array>, text: string): [string, Float32Array][] {
  const vector = map.get(text)
  return vector === undefined ? [] : [[text, vector]]
}
