import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { newId } from '../../platform/process/ids.ts'
import type { Embedder } from '../embeddings/embedder.ts'
import {
  chooseModel,
  claimEmbedding,
  deleteOtherModels,
  type MissingEmbedding,
  releaseEmbedding,
  scanDocuments,
  storeEmbeddings,
} from './embedding-store.ts'
import { embeddedText } from '../embeddings/vector-bytes.ts'

/** Milliseconds between two looks for new passages: one look-up by primary key when there are none. */
const lookMs = 5000

// Passages in one request; longer ones are cut, because models refuse texts beyond their limit of about 2,000 tokens.
const batchSize = 32
const mostCharacters = 6000
const requestMs = 60_000
const retries = 2

/** Embeddings in one transaction: bounds the time that the embedded database holds the event loop. */
const storedAtOnce = 8

/** Milliseconds after a failure of the provider until it is asked again. */
const pauseMs = 60_000

interface EmbeddingJob {
  db: Db
  embedder: Embedder
  /** Ends the work. */
  signal: AbortSignal
  /** Asked before each request and deletion: false when another process does the work, or another model was chosen. */
  mayGoOn?: () => Promise<boolean>
}

/**
 * Embeds passages that have no embedding of the model yet, while the server runs. What was stored stays, so that a
 * restart goes on where the last process stopped. One of several instances does the work.
 *
 * @returns a function that stops it, and resolves when nothing is under way
 */
export function startEmbedding(db: Db, embedder: Embedder, log: Logger): () => Promise<void> {
  const stop = new AbortController()
  const claimant = newId()
  const mayGoOn = () => claimEmbedding(db, { model: embedder.id, claimant })
  const job: EmbeddingJob = { db, embedder, signal: stop.signal, mayGoOn }
  const chosen = chooseModel(db, embedder.id)
  let from = 0
  let isTidy = false
  let pausedUntil = 0
  let running: Promise<void> | undefined
  const look = async () => {
    await chosen
    const { last, written, isComplete } = await embedMissing(job, from)
    from = last
    if (written > 0) log.info({ written, model: embedder.id }, 'passages embedded')
    if (isComplete) isTidy ||= await deleteOldEmbeddings(job)
    if (written > 0) await releaseEmbedding(db, claimant)
  }
  const start = () => {
    if (performance.now() < pausedUntil) return
    running ??= look()
      .catch((error: unknown) => {
        pausedUntil = performance.now() + pauseMs
        if (!stop.signal.aborted) log.warn({ error }, 'passages were not embedded')
      })
      .finally(() => (running = undefined))
  }
  start()
  const timer = setInterval(start, lookMs)
  return async () => {
    stop.abort()
    clearInterval(timer)
    await running
    await releaseEmbedding(db, claimant).catch(() => undefined)
  }
}

/** Result of {@link embedMissing}. */
export interface EmbeddedPassages {
  /** The last document that was looked at. */
  last: number
  written: number
  /** False when the work ended before the last document. */
  isComplete: boolean
}

/** Embeds what is missing after the document `from`. Passages that were embedded are not asked for again. */
export async function embedMissing(
  { db, embedder, signal, mayGoOn }: EmbeddingJob,
  from = 0,
): Promise<EmbeddedPassages> {
  let last = from
  let written = 0
  while (!signal.aborted) {
    const scanned = await scanDocuments(db, { model: embedder.id, doc: last, most: batchSize })
    if (scanned.last === undefined) return { last, written, isComplete: true }
    if (scanned.missing.length > 0) {
      if ((await mayGoOn?.()) === false) break
      const vectors = await embed(embedder, scanned.missing, signal)
      await storeInParts(db, embedder.id, vectors)
      written += vectors.length
    }
    last = scanned.last
    await yieldToEventLoop()
  }
  return { last, written, isComplete: false }
}

/**
 * Deletes the embeddings of other models.
 *
 * @returns false when some may be left
 */
export async function deleteOldEmbeddings({ db, embedder, signal, mayGoOn }: EmbeddingJob): Promise<boolean> {
  while (!signal.aborted) {
    if ((await mayGoOn?.()) === false) return false
    if (!(await deleteOtherModels(db, embedder.id))) return true
    await yieldToEventLoop()
  }
  return false
}

async function embed(
  embedder: Embedder,
  missing: readonly MissingEmbedding[],
  stopping: AbortSignal,
): Promise<[string, number[]][]> {
  const texts = missing.map((text) => embeddedText(text).slice(0, mostCharacters))
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(requestMs)])
  const vectors = await embedder.embed('passage', texts, { signal, retries })
  return missing.map(({ textHash }, index) => [textHash, vectors[index] ?? []])
}

async function storeInParts(
  db: Db,
  model: string,
  vectors: readonly [string, readonly number[]][],
): Promise<void> {
  for (let from = 0; from < vectors.length; from += storedAtOnce) {
    await storeEmbeddings(db, model, new Map(vectors.slice(from, from + storedAtOnce)))
    await yieldToEventLoop()
  }
}
