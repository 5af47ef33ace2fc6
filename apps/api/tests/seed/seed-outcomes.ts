import type { Db } from '../../src/db/database.ts'
import {
  evaluationCases,
  evaluationResults,
  evaluationRuns,
  settingsDrafts,
  settingsTrials,
} from '../../src/db/schema/evaluations.ts'
import { noExpectations } from '../../src/evaluations/added-cases.ts'
import { defaultLlmSettings } from '../../src/settings/master-settings.ts'
import { gaps } from '../../src/db/schema/gaps.ts'
import { productClicks, widgetOrders } from '../../src/db/schema/orders.ts'
import { answerOutcomes } from '../../src/db/schema/outcomes.ts'
import { newId } from '../../src/platform/process/ids.ts'
import type { Writer } from './writer.ts'

/** Records of an answer to the person, and of an answer to a guest in the person's widget. */
export async function seedOutcomes(
  db: Db,
  { userId, conversationId, of, now }: Omit<Writer, 'email'> & { conversationId: string },
): Promise<void> {
  const record = {
    at: now,
    ending: 'complete',
    outcome: 'answered',
    language: 'en',
    model: 'local',
    tokens: 0,
    totalMs: 1,
    searches: [],
    products: [],
  } as const
  const cited = { title: 'A source', heading: '', quote: '', publisher: '' }
  const answerId = newId()
  await db.insert(answerOutcomes).values([
    {
      ...record,
      searches: [],
      id: answerId,
      userId,
      conversationId,
      question: of('asked'),
      citations: [{ ...cited, number: 1, url: of('opened') }],
      citationsOpened: [1],
      products: [of('clicked')],
      productsClicked: [of('clicked')],
    },
    {
      ...record,
      searches: [],
      products: [],
      id: newId(),
      clientId: userId,
      question: of('visitor'),
      citations: [],
    },
    { ...record, searches: [], products: [], id: newId(), assignee: userId, citations: [] },
  ])
  const click = {
    id: newId(),
    clientId: userId,
    widgetId: newId(),
    answerId,
    product: of('clicked'),
    at: now,
  }
  await db.insert(productClicks).values(click)
  await db.insert(widgetOrders).values({
    id: newId(),
    clientId: userId,
    widgetId: newId(),
    numberDigest: of('order'),
    at: now,
    currency: 'EUR',
    total: 4990,
    products: [],
    bought: [],
  })
  await db.insert(gaps).values({ id: newId(), clientId: userId, language: 'en' })
  await seedEvaluations(db, { userId, conversationId, of, now })
}

/** A case of a person's question, and drafts, runs and trials of an administrator. */
async function seedEvaluations(
  db: Db,
  { userId, conversationId, of, now }: Pick<Writer, 'userId' | 'of' | 'now'> & { conversationId: string },
): Promise<void> {
  const [draftId, runId, caseId] = [newId(), newId(), newId()]
  const state = defaultLlmSettings
  await db
    .insert(settingsDrafts)
    .values({ id: draftId, name: 'Shorter', state, updatedAt: now, updatedBy: userId })
  await db.insert(settingsTrials).values({
    id: newId(),
    draftId,
    draftVersion: 1,
    state,
    share: 5,
    startedAt: now,
    startedBy: userId,
    endedAt: now,
    end: 'stopped',
  })
  const asked = {
    source: 'review' as const,
    question: of('case'),
    history: [],
    language: 'en',
    widgetId: null,
    clientId: null,
    expectations: noExpectations,
    required: true,
  }
  const times = { createdAt: now, updatedAt: now, enabled: true }
  await db.insert(evaluationCases).values([
    { ...asked, ...times, id: caseId, askedBy: userId, conversationId },
    { ...asked, ...times, id: newId(), question: of('shop'), clientId: userId },
    { ...asked, ...times, id: newId(), question: 'What is zinc?', updatedBy: userId },
  ])
  await db.insert(evaluationRuns).values({
    id: runId,
    draftId,
    draftVersion: 1,
    publishedVersion: 0,
    draftState: state,
    publishedState: state,
    createdAt: now,
    createdBy: userId,
  })
  await db.insert(evaluationResults).values({ id: newId(), runId, caseId, position: 0, asked })
}
