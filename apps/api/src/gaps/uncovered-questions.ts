import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { answerOutcomes } from '../db/schema/outcomes.ts'
import { organisations } from '../db/schema/organisations.ts'
import { questionLanguage } from '../knowledge/translation/question-language.ts'

/** The client whose widgets were asked; null for the site itself and for widgets without owner. */
export type GapOwner = string | null

/** A question that the content did not cover, or covered in part. */
export interface UncoveredQuestion {
  /** Id of its answer. */
  id: string
  /** ISO 639-1 code of the question. */
  language: string
  question: string
}

/** Outcomes of the questions that make gaps. */
export const gapOutcomes = ['uncovered', 'partial'] as const

/** Questions of one owner that are clustered, the newest: more would take longer than the bar of 20 s allows. */
export const mostQuestions = 10_000

// The embedded database holds the event loop while it reads a page.
const pageSize = 200

/** Limits a table with an owner to the rows of one. */
export function ownedByGapOwner(column: typeof answerOutcomes.clientId, owner: GapOwner): SQL {
  return owner === null ? isNull(column) : eq(column, owner)
}

/** Everybody who may have gaps. */
export async function listGapOwners(db: Db): Promise<GapOwner[]> {
  const clients = await db.select({ id: organisations.id }).from(organisations)
  return [null, ...clients.map(({ id }) => id)]
}

/** Reads the newest uncovered and partly answered questions of an owner whose texts are stored. */
export async function readUncovered(
  db: Db,
  { owner, since }: { owner: GapOwner; since: Date },
): Promise<UncoveredQuestion[]> {
  const { id, at, language, question, outcome, clientId } = answerOutcomes
  const found: UncoveredQuestion[] = []
  for (let before: string | undefined; found.length < mostQuestions;) {
    const page = await db
      .select({ id, language, question })
      .from(answerOutcomes)
      .where(
        and(
          ownedByGapOwner(clientId, owner),
          inArray(outcome, [...gapOutcomes]),
          isNotNull(question),
          gte(at, since),
          before === undefined ? undefined : lt(id, before),
        ),
      )
      .orderBy(desc(id))
      .limit(pageSize)
    for (const row of page) {
      if (row.question === null) continue
      // The record has the language that the asker is spoken to in.
      const own = questionLanguage(row.question) ?? row.language
      found.push({ id: row.id, question: row.question, language: own })
    }
    if (page.length < pageSize) break
    before = page.at(-1)?.id
  }
  return found.slice(0, mostQuestions)
}
