import { safetyCategorySchema, safetySeveritySchema } from '@org/api-client/contract'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { evaluationCases } from '../db/schema/evaluations.ts'
import { newId } from '../platform/process/ids.ts'
import { noExpectations } from './added-cases.ts'
import data from './data/safety-cases.json' with { type: 'json' }

const sampleSchema = z.object({
  id: z.string(),
  language: z.string(),
  question: z.string(),
  safety: z.union([safetyCategorySchema, z.literal('none')]),
  severity: safetySeveritySchema.nullable(),
})

/** The reviewed sample of dangers and harmless questions that comes with the server. */
export const safetySamples = z.array(sampleSchema).parse(data.cases)

/**
 * Stores the safety sample as cases: new ones are added, changed ones take the new texts and expectations. Those that
 * were switched off stay off.
 */
export async function storeSafetyCases(db: Db, at: Date): Promise<void> {
  for (const { id, language, question, safety, severity } of safetySamples) {
    const expectations = { ...noExpectations, safety, severity }
    await db
      .insert(evaluationCases)
      .values({
        id: newId(),
        source: 'safety',
        key: `safety:${id}`,
        question,
        history: [],
        language,
        expectations,
        required: true,
        enabled: true,
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoUpdate({
        target: evaluationCases.key,
        set: { question, language, expectations, updatedAt: at },
        setWhere: sql`(${evaluationCases.question}, ${evaluationCases.language}, ${evaluationCases.expectations})
          is distinct from (excluded.question, excluded.language, excluded.expectations)`,
      })
  }
}
