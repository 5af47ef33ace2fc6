import { z } from 'zod'
import { idSchema, pageOf, pageQuerySchema, timestampSchema } from '../primitives.ts'

/** Limits of uploads. Sizes in bytes. */
export const uploadLimits = {
  files: 20,
  fileBytes: 20 * 1024 * 1024,
  /** All files of one request. */
  requestBytes: 100 * 1024 * 1024,
  nameCharacters: 200,
  /** Markdown of one file: it is written in one transaction, as several articles where it is longer than one. */
  textCharacters: 400_000,
  productRows: 2000,
} as const

/** Reason why a file was not imported. Nothing of it is. */
export const importReasonSchema = z.enum([
  'unknown_type',
  'unreadable',
  'no_text',
  'protected',
  'too_large',
  'too_long',
  'too_slow',
  'too_much_memory',
  'too_many_rows',
  'missing_columns',
  'invalid_rows',
  'invalid_fields',
  'storage_full',
  'owner_gone',
  'stopped_server',
])

/** Reason why a file was not imported. */
export type ImportReason = z.infer<typeof importReasonSchema>

/** State of an import. */
export const importStatusSchema = z.enum(['queued', 'running', 'done'])

/** GET /api/admin/knowledge/jobs/{id}; with `Accept: text/event-stream` one event per change, until it is done. */
export const contentImportSchema = z.object({
  id: idSchema,
  kind: z.enum(['upload']),
  status: importStatusSchema,
  /** Owner of the content; null for shared content. */
  client_id: idSchema.nullable(),
  /** Email of the owner; null for shared content. */
  client: z.string().nullable(),
  /** Files that are imported or have failed. */
  done: z.number().int().min(0),
  total: z.number().int().min(0),
  /** Names of the first files. */
  names: z.array(z.string()),
  /** Effects of the files that are imported. */
  added: z.number().int().min(0),
  changed: z.number().int().min(0),
  unchanged: z.number().int().min(0),
  failures: z.array(
    z.object({
      /** Name of the file. */
      address: z.string(),
      reason: importReasonSchema,
      /** Subject of the reason, such as the numbers of the rows; empty for none. */
      detail: z.string(),
      /** False once the bytes of the file are deleted. */
      can_retry: z.boolean(),
    }),
  ),
  created_at: timestampSchema,
  finished_at: timestampSchema.nullable(),
})

/** An import of content: its progress and failures. */
export type ContentImport = z.infer<typeof contentImportSchema>

/** GET /api/admin/knowledge/jobs: newest first. */
export const importListQuerySchema = z.object(pageQuerySchema.shape)

/** A page of imports. */
export const importListSchema = pageOf(contentImportSchema)

/** The answer of GET /api/admin/knowledge/jobs. */
export type ContentImportList = z.infer<typeof importListSchema>

/** POST /api/admin/knowledge/uploads, POST …/jobs/{id}/retry */
export const importStartedSchema = z.object({ job_id: idSchema })
