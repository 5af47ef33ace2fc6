import type { Db } from '../../src/db/database.ts'
import { approvedAnswers, approvedAnswerVersions } from '../../src/db/schema/approved.ts'
import { contentVersions } from '../../src/db/schema/content.ts'
import { contentImports, contentSources } from '../../src/db/schema/imports.ts'
import { articles, products } from '../../src/db/schema/knowledge.ts'
import { newId } from '../../src/platform/process/ids.ts'
import type { Writer } from './writer.ts'

/** Articles, products and approved answers of a client, and what a person saved. */
export async function seedKnowledge(db: Db, { userId, now }: Pick<Writer, 'userId' | 'now'>): Promise<void> {
  const article = { title: '', author: '', url: '', topic: '', contentHash: '', updatedBy: userId }
  const ids = [newId(), newId()] as const
  const fields = { author: 'Publisher', topic: '', language: null, status: 'draft' as const }
  await db.insert(contentSources).values({
    id: newId(),
    kind: 'url',
    address: 'https://brand.example/',
    clientId: userId,
    createdBy: userId,
    fields,
    schedule: 'manual',
    createdAt: now,
  })
  await db.insert(contentImports).values({
    id: newId(),
    kind: 'upload',
    clientId: userId,
    createdBy: userId,
    fields,
    createdAt: now,
  })
  await db.insert(articles).values([
    { ...article, id: ids[0], slug: ids[0], clientId: userId },
    { ...article, id: ids[1], slug: ids[1] },
  ])
  const product = {
    description: '',
    unitAmount: 1,
    currency: 'USD',
    url: '',
    contentHash: '',
    updatedBy: userId,
  }
  await db.insert(products).values([
    { ...product, pk: ids[0], name: ids[0], clientId: userId },
    { ...product, pk: ids[1], name: ids[1] },
  ])
  await db
    .insert(contentVersions)
    .values({ id: newId(), articleId: ids[1], version: 1, savedAt: now, savedBy: userId, fields: {} })
  const approved = {
    status: 'published' as const,
    language: 'en' as const,
    question: '',
    variants: [],
    answer: '',
    citations: [],
    reviewer: '',
    reviewedAt: '2026-01-01',
    updatedAt: now,
    updatedBy: userId,
  }
  await db.insert(approvedAnswers).values([
    { ...approved, id: ids[0], clientId: userId },
    { ...approved, id: ids[1] },
  ])
  await db
    .insert(approvedAnswerVersions)
    .values({ id: newId(), answerId: ids[1], version: 1, savedAt: now, savedBy: userId, fields: {} })
}
