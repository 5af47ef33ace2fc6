import { z } from 'zod'
import { idSchema, pageOf, pageQuerySchema, timestampSchema } from '../primitives.ts'

/** State of a background job. `waiting` includes the pause before a retry. */
export const jobStateSchema = z.enum(['waiting', 'running', 'completed', 'failed'])

/** State of a background job. */
export type JobState = z.infer<typeof jobStateSchema>

/** GET /api/admin/jobs: newest first. */
export const jobListQuerySchema = z.object({ ...pageQuerySchema.shape, state: jobStateSchema.optional() })

/** The query of GET /api/admin/jobs. */
export type JobListQuery = z.infer<typeof jobListQuerySchema>

/** A background job. */
export const jobSchema = z.object({
  id: idSchema,
  /** Jobs of one lane wait for each other, and never for those of another lane. */
  lane: z.enum(['uploads', 'sources', 'evaluations', 'reports', 'handovers', 'webhooks']),
  state: jobStateSchema,
  /** The files, addresses or days that it is about; empty once they are deleted. */
  subject: z.string(),
  /** Email of the owner of the content, or of the report's reader; null for shared content. */
  client: z.string().nullable(),
  /** Attempts that ended without success. */
  retries: z.number().int().min(0),
  created_at: timestampSchema,
  started_at: timestampSchema.nullable(),
  finished_at: timestampSchema.nullable(),
  /** The next attempt of a job that waits after a failure. */
  next_at: timestampSchema.nullable(),
  /** Message of the last failure; null for none. */
  error: z.string().nullable(),
})

/** A background job. */
export type Job = z.infer<typeof jobSchema>

/** A page of jobs. Finished and failed ones are listed for seven days. */
export const jobListSchema = pageOf(jobSchema).extend({
  /** Number of jobs by state. */
  counts: z.record(jobStateSchema, z.number().int().min(0)),
})

/** The answer of GET /api/admin/jobs. */
export type JobList = z.infer<typeof jobListSchema>
