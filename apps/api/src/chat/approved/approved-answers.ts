import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { approvedAnswers } from '../../db/schema/approved.ts'
import { pauseWhenDue } from '../../platform/process/pause-when-due.ts'
import { ApprovedIndex, type AskedQuestion } from './approved-index.ts'
import { type ApprovedCitation, citedSources } from './cited-sources.ts'
import { findTaggedProducts, type TaggedProduct } from './tagged-products.ts'

/** An approved answer that fits a question, with what it shows. */
export interface ApprovedMatch {
  id: string
  /** Markdown with `[n]` for the n-th source. */
  answer: string
  /** Name of the person who reviewed it. */
  reviewer: string
  /** Day of the review, YYYY-MM-DD. */
  reviewedAt: string
  sources: readonly ApprovedCitation[]
  /** The products that its tags name and that are for sale. */
  products: readonly TaggedProduct[]
}

/** Finds approved answers. */
export interface ApprovedAnswers {
  /**
   * Reads the changes since the last read into memory: all 10,000 take about 1.5 s. Until the first read no answer is
   * found. A deletion, an expiry and a changed article need none: a match is read from the database.
   */
  refresh: () => Promise<void>
  /**
   * @param at the time of the question: an answer is not given after its last day
   * @returns undefined where no approved answer fits, and where its articles no longer say what it cites
   */
  find: (question: AskedQuestion, at: Date) => Promise<ApprovedMatch | undefined>
}

/** Rows of one statement. */
const rowsAtOnce = 500

/** Creates the search for approved answers. Its index is in memory, so that a question without one sends no statement. */
export function createApprovedAnswers(db: Db): ApprovedAnswers {
  const index = new ApprovedIndex()
  let lastChange = 0
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const readChanges = async (): Promise<void> => {
    for (;;) {
      const rows = await selectChanges(db, lastChange)
      for (const { change, status, id, clientId, language, question, variants } of rows) {
        if (status === 'published') index.put({ id, clientId, language, questions: [question, ...variants] })
        else index.remove(id)
        lastChange = change
        await pauseWhenDue()
      }
      if (rows.length < rowsAtOnce) return
    }
  }

  // A read that has begun may miss what was committed since: whoever comes meanwhile waits for the one after it.
  const refresh = (): Promise<void> => {
    if (running === undefined) {
      running = readChanges().finally(() => (running = undefined))
      return running
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return refresh()
      })
    return next
  }

  return {
    refresh,
    async find(question, at) {
      for (const id of index.find(question)) {
        const found = await readMatch(db, { id, clientId: question.clientId, at })
        if (found === 'deleted') index.remove(id)
        else if (found !== undefined) return found
      }
      return undefined
    },
  }
}

function selectChanges(db: Db, after: number) {
  const { id, clientId, change, status, language, question, variants } = approvedAnswers
  return db
    .select({ id, clientId, change, status, language, question, variants })
    .from(approvedAnswers)
    .where(gt(change, after))
    .orderBy(asc(change))
    .limit(rowsAtOnce)
}

/** Reads an answer as it is stored now: it may have expired, and its articles may have changed. */
async function readMatch(
  db: Db,
  { id, clientId, at }: { id: string; clientId: string | null; at: Date },
): Promise<ApprovedMatch | 'deleted' | undefined> {
  const [row] = await db
    .select()
    .from(approvedAnswers)
    .where(and(eq(approvedAnswers.id, id), eq(approvedAnswers.status, 'published')))
  if (row === undefined) return 'deleted'
  if (row.expiresAt !== null && row.expiresAt < at.toISOString().slice(0, 10)) return undefined
  const sources = await citedSources(db, row.citations, clientId)
  if (sources.some(({ found }) => !found)) return undefined
  const { answer, reviewer, reviewedAt } = row
  return {
    id,
    answer,
    reviewer,
    reviewedAt,
    sources,
    products: await findTaggedProducts(db, answer, clientId),
  }
}
