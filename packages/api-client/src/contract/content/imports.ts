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

/** Reason why a file or page was not imported. Nothing of it is. */
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
  'unreachable',
  'closed_address',
  'robots',
  'gone',
  'too_many_pages',
])

/** Reason why a file was not imported. */
export type ImportReason = z.infer<typeof importReasonSchema>

/** State of an import. */
export const importStatusSchema = z.enum(['queued', 'running', 'done'])

/** GET /api/admin/knowledge/jobs/{id}; with `Accept: text/event-stream` one event per change, until it is done. */
export const contentImportSchema = z.object({
  id: idSchema,
  /** A preview writes nothing: its effects are those that a sync would have. */
  kind: z.enum(['upload', 'sync', 'preview']),
  /** Null for an upload. */
  source_id: idSchema.nullable(),
  /** Reason why the addresses of a source could not be listed; null for none. */
  reason: importReasonSchema.nullable(),
  /** Articles and products that the source has no more: they are retired. */
  removed: z.number().int().min(0),
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
  /** In a list the first 100. */
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

/** Kinds of sources: a page, a sitemap of pages, a file of products. */
export const sourceKindSchema = z.enum(['url', 'sitemap', 'feed'])

/** How often a source is read. */
export const sourceScheduleSchema = z.enum(['manual', 'daily', 'weekly'])

/** A source of content. */
export const contentSourceSchema = z.object({
  id: idSchema,
  kind: sourceKindSchema,
  address: z.string(),
  schedule: sourceScheduleSchema,
  author: z.string(),
  topic: z.string(),
  /** BCP 47; null: found from each text. */
  language: z.string().nullable(),
  /** Status of new articles and products. */
  status: z.enum(['draft', 'published']),
  client_id: idSchema.nullable(),
  /** Email of the owner; null for shared content. */
  client: z.string().nullable(),
  /** Articles and products that were read from it. */
  items: z.number().int().min(0),
  /** End of the last sync; null before the first one. */
  last_sync: timestampSchema.nullable(),
  next_sync: timestampSchema.nullable(),
})

/** A source of content. */
export type ContentSource = z.infer<typeof contentSourceSchema>

/** GET /api/admin/knowledge/sources: at most 100, newest first. */
export const sourceListSchema = z.object({ sources: z.array(contentSourceSchema) })

/** POST /api/admin/knowledge/sources/{id}/sync: a preview writes nothing. */
export const sourceSyncSchema = z.object({ preview: z.boolean().default(false) })

/** POST /api/admin/knowledge/uploads, POST …/sources/{id}/sync, POST …/jobs/{id}/retry */
export const importStartedSchema = z.object({ job_id: idSchema })
