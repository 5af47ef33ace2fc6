import type { Page, PageOptions } from './conversations.ts'
import { amount, type Decoder, flag, id, list, maybe, oneOf, or, shape, texts, words } from '../decode.ts'
import type { CallOptions, Http } from '../http.ts'
import { type ProgressEvents, readProgress } from './progress-events.ts'

/** Reason why a file was not imported. Nothing of it is. */
export type ImportReason =
  | 'unknown_type'
  | 'unreadable'
  | 'no_text'
  | 'protected'
  | 'too_large'
  | 'too_long'
  | 'too_slow'
  | 'too_much_memory'
  | 'too_many_rows'
  | 'missing_columns'
  | 'invalid_rows'
  | 'invalid_fields'
  | 'storage_full'
  | 'owner_gone'
  | 'stopped_server'
  | 'unreachable'
  | 'closed_address'
  | 'robots'
  | 'gone'
  | 'too_many_pages'

/** A file that was not imported. */
export interface ImportFailure {
  /** Name of the file. */
  address: string
  reason: ImportReason
  /** Subject of the reason, such as the numbers of the rows; empty for none. */
  detail: string
  /** False once the bytes of the file are deleted. */
  canRetry: boolean
}

/** An import of content: its progress and failures. */
export interface ContentImport {
  id: string
  /** A preview writes nothing: its effects are those that a sync would have. */
  kind: 'upload' | 'sync' | 'preview'
  /** Null for an upload. */
  sourceId: string | null
  /** Reason why the addresses of a source could not be listed; null for none. */
  reason: ImportReason | null
  /** Articles and products that the source has no more: they are retired. */
  removed: number
  status: 'queued' | 'running' | 'done'
  /** Email of the owner of the content; null for shared content. */
  client: string | null
  /** Files that are imported or have failed. */
  done: number
  total: number
  /** Names of the first files. */
  names: string[]
  /** Effects of the files that are imported. */
  added: number
  changed: number
  unchanged: number
  failures: ImportFailure[]
  createdAt: string
  finishedAt: string | null
}

/** Fields of new articles and products of an upload; existing ones keep theirs. */
export interface UploadFields {
  author: string
  topic: string
  /** BCP 47; null: found from each text. */
  language: string | null
  status: 'draft' | 'published'
  /** Owner of the content; null for shared content. A client uploads its own content whatever is given here. */
  clientId: string | null
}

/** The calls about uploads. A client sees its own alone. */
export interface ImportCalls {
  /** Sends files, at most 20 of at most 20 MB each; returns the id of the import. */
  upload: (files: readonly File[], fields: UploadFields, options?: CallOptions) => Promise<string>
  /** Newest first. */
  imports: (options?: PageOptions) => Promise<Page<ContentImport>>
  /**
   * The state of an import and each change of it, until it is done or the connection ends.
   * @throws {ApiError} when the import is unknown, and when the connection breaks
   */
  importEvents: (importId: string, options?: CallOptions) => ProgressEvents<ContentImport>
  /** Tries the failed files again that can be. */
  retryImport: (importId: string, options?: CallOptions) => Promise<void>
}

const reason = oneOf(
  ...(['unknown_type', 'unreadable', 'no_text', 'protected', 'too_large', 'too_long'] as const),
  ...(['too_slow', 'too_much_memory', 'too_many_rows', 'missing_columns', 'invalid_rows'] as const),
  ...(['invalid_fields', 'storage_full', 'owner_gone', 'stopped_server', 'unreachable'] as const),
  ...(['closed_address', 'robots', 'gone', 'too_many_pages'] as const),
)

const decodeImport = shape<ContentImport>({
  id,
  kind: or(oneOf('upload', 'sync', 'preview'), 'upload'),
  sourceId: or(id, null),
  reason: or(reason, null),
  removed: or(amount, 0),
  status: or(oneOf('queued', 'running', 'done'), 'running'),
  client: maybe,
  done: or(amount, 0),
  total: or(amount, 0),
  names: texts,
  added: or(amount, 0),
  changed: or(amount, 0),
  unchanged: or(amount, 0),
  failures: or(
    list(
      shape<ImportFailure>({
        address: words,
        reason: or(reason, 'unreadable'),
        detail: words,
        canRetry: or(flag, false),
      }),
    ),
    [],
  ),
  createdAt: words,
  finishedAt: maybe,
})

const decodePage = shape<Page<ContentImport>>({ items: list(decodeImport), nextCursor: or(id, null) })
const decodeStarted: Decoder<{ jobId: string }> = shape<{ jobId: string }>({ jobId: id })

/** Milliseconds for an upload: a slow line needs them for 100 MB. */
const uploadMs = 900_000

const path = '/api/admin/knowledge/jobs'
const pathOf = (importId: string) => `${path}/${encodeURIComponent(importId)}`

/** The calls of {@link ImportCalls}. */
export function createImportCalls(http: Http): ImportCalls {
  return {
    async upload(files, { clientId, ...fields }, { signal } = {}) {
      const data = new FormData()
      // The server reads the fields before the first file.
      for (const [name, value] of Object.entries({ ...fields, client_id: clientId }))
        data.append(name, value ?? '')
      for (const file of files) data.append('files', file, file.name)
      const started = await http.call(decodeStarted, {
        method: 'POST',
        path: '/api/admin/knowledge/uploads',
        data,
        signal,
        timeout: uploadMs,
      })
      return started.jobId
    },
    imports: ({ signal, limit, cursor } = {}) =>
      http.call(decodePage, { path, query: { limit, cursor }, signal }),
    importEvents: (importId, { signal } = {}) => readProgress(http, pathOf(importId), decodeImport, signal),
    retryImport: (importId, { signal } = {}) =>
      http.tell({ method: 'POST', path: `${pathOf(importId)}/retry`, signal }),
  }
}
