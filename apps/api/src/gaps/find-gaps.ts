import type { Db } from '../db/database.ts'
import { brandVocabulary } from '../knowledge/vocabulary/brand-vocabulary.ts'
import type { PhraseVocabulary } from '../knowledge/vocabulary/vocabulary.ts'
import { type Steps, takeStepsInSlices } from '../platform/process/steps.ts'
import { clusterQuestions } from './cluster-questions.ts'
import { storeClusters, tidyGaps } from './gap-clusters.store.ts'
import { subjectTerms } from './question-terms.ts'
import { listGapOwners, readUncovered, type UncoveredQuestion } from './uncovered-questions.ts'

const dayMs = 86_400_000

/** Days whose questions are clustered: eight weeks, which the screen shows as a trend. */
export const clusteredDays = 56

/** Extent of a clustering. */
export interface ClusteringSize {
  owners: number
  questions: number
}

/**
 * Clusters the uncovered and partly answered questions of each owner and language, and stores the clusters as gaps. Runs
 * in slices that leave the event loop to other work.
 *
 * @param state state of the content and of the approved answers
 */
export async function findGaps(
  db: Db,
  { now, state }: { now: Date; state: number },
): Promise<ClusteringSize> {
  const since = new Date(now.getTime() - clusteredDays * dayMs)
  const owners = await listGapOwners(db)
  const size = { owners: owners.length, questions: 0 }
  for (const owner of owners) {
    const questions = await readUncovered(db, { owner, since })
    size.questions += questions.length
    const vocabulary = await brandVocabulary(db, owner ?? undefined)
    for (const [language, own] of Map.groupBy(questions, (one) => one.language)) {
      const found = await takeStepsInSlices(clusterByTerms(own, vocabulary))
      const clusters = found.map((members) => members.flatMap((at) => own[at]?.id ?? []))
      await storeClusters(db, { owner, language, clusters })
    }
  }
  await tidyGaps(db, state)
  return size
}

/** Clusters questions of one language; returns positions, the largest cluster first. */
export function* clusterByTerms(
  questions: readonly Pick<UncoveredQuestion, 'question' | 'language'>[],
  vocabulary: PhraseVocabulary,
): Steps<number[][]> {
  const prepared = []
  for (const { question, language } of questions) {
    prepared.push({ terms: subjectTerms(question, language, vocabulary) })
    yield
  }
  return yield* clusterQuestions(prepared)
}
