import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { gapQuestions, gaps } from '../db/schema/gaps.ts'
import { newId } from '../platform/process/ids.ts'
import type { GapOwner } from './uncovered-questions.ts'

/** Questions of one gap, by the ids of their answers, the most typical first. */
export type GapCluster = readonly string[]

/** Rows of one statement: the embedded database holds the event loop while it runs. */
const rowsAtOnce = 200

/**
 * Stores the clusters of an owner's questions in one language. A cluster takes over the gap that most of its questions
 * had, so that a gap keeps its id and its status while questions come and go.
 */
export async function storeClusters(
  db: Db,
  { owner, language, clusters }: { owner: GapOwner; language: string; clusters: readonly GapCluster[] },
): Promise<void> {
  const known = await readLinks(db, clusters.flat())
  const taken = new Set<string>()
  const made: string[] = []
  const links: { answer_id: string; gap_id: string; rank: number }[] = []
  for (const cluster of clusters) {
    const gapId = likeliestGap(cluster, known, taken)
    if (gapId === undefined) made.push(newId())
    const gap = gapId ?? made.at(-1) ?? ''
    taken.add(gap)
    for (const [rank, answer] of cluster.entries()) {
      const link = known.get(answer)
      if (link?.gapId !== gap || link.rank !== rank) links.push({ answer_id: answer, gap_id: gap, rank })
    }
  }
  for (const ids of batches(made)) {
    await db.insert(gaps).values(ids.map((id) => ({ id, clientId: owner, language })))
  }
  for (const rows of batches(links)) {
    // The join leaves out answers that were deleted meanwhile.
    await db.execute(sql`
      insert into gap_questions (answer_id, gap_id, rank)
      select link.answer_id, link.gap_id, link.rank
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as link(answer_id uuid, gap_id uuid, rank int)
      join answer_outcomes as answer on answer.id = link.answer_id
      on conflict (answer_id) do update set gap_id = excluded.gap_id, rank = excluded.rank
    `)
  }
}

interface Link {
  gapId: string
  rank: number
}

async function readLinks(db: Db, answers: readonly string[]): Promise<ReadonlyMap<string, Link>> {
  const { answerId, gapId, rank } = gapQuestions
  const found = new Map<string, Link>()
  for (const ids of batches(answers)) {
    const rows = await db.select({ answerId, gapId, rank }).from(gapQuestions).where(inArray(answerId, ids))
    for (const row of rows) found.set(row.answerId, row)
  }
  return found
}

/** The gap that most questions of a cluster had; clusters are given the largest first. */
function likeliestGap(
  cluster: GapCluster,
  known: ReadonlyMap<string, Link>,
  taken: ReadonlySet<string>,
): string | undefined {
  const counts = new Map<string, number>()
  for (const answer of cluster) {
    const gap = known.get(answer)?.gapId
    if (gap !== undefined && !taken.has(gap)) counts.set(gap, (counts.get(gap) ?? 0) + 1)
  }
  return [...counts].toSorted((left, right) => right[1] - left[1])[0]?.[0]
}

function batches<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, at) =>
    rows.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  )
}

/**
 * Opens closed gaps that were asked about since they closed, and removes gaps whose questions or texts are gone. An opened
 * gap is asked again in the next state of the content: that of now did not answer its newest question.
 */
export async function tidyGaps(db: Db, state: number): Promise<void> {
  await db.execute(sql`
    update gaps set status = 'open', closed_at = null, article_id = null, checked = 0, answered = 0, checked_doc = ${state}
    where status = 'closed' and exists (
      select from gap_questions as asked join answer_outcomes as answer on answer.id = asked.answer_id
      where asked.gap_id = gaps.id and answer.at > gaps.closed_at
    )
  `)
  await db.execute(sql`
    delete from gaps where not exists (
      select from gap_questions as asked join answer_outcomes as answer on answer.id = asked.answer_id
      where asked.gap_id = gaps.id and answer.question is not null
    )
  `)
}

/** An open gap with questions to ask again, the most typical first. */
export interface OpenGap {
  id: string
  owner: GapOwner
  /** ISO 639-1 code of its questions. */
  language: string
  /** The article that was written for it. */
  articleId: string | null
  questions: string[]
}

/** Questions that are asked again before a gap closes: the most typical ones and the newest ones. */
const askedAgain = { typical: 3, newest: 2 }

/** Takes an open gap whose questions were not asked in this state of the content; each gap is given to one instance. */
export async function takeUncheckedGap(db: Db, state: number): Promise<OpenGap | undefined> {
  const { id, clientId: owner, language, status, articleId, checkedDoc } = gaps
  const isUnchecked = and(eq(status, 'open'), lt(checkedDoc, state))
  const next = db.select({ id }).from(gaps).where(isUnchecked).limit(1)
  const [gap] = await db
    .update(gaps)
    .set({ checkedDoc: state })
    .where(and(inArray(id, next), isUnchecked))
    .returning({ id, owner, language, articleId })
  if (gap === undefined) return undefined
  const { rows } = await db.execute<{ question: string }>(sql`
    select question from (
      select answer.question, asked.rank, row_number() over (order by answer.id desc) as age
      from gap_questions as asked join answer_outcomes as answer on answer.id = asked.answer_id
      where asked.gap_id = ${gap.id} and answer.question is not null
    ) as own
    where rank < ${askedAgain.typical} or age <= ${askedAgain.newest} order by rank
  `)
  return { ...gap, questions: [...new Set(rows.map(({ question }) => question))] }
}
