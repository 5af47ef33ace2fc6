import type { UploadFields } from './imports.ts'
import { amount, type Decoder, id, list, maybe, oneOf, or, shape, words } from '../decode.ts'
import type { CallOptions, Http } from '../http.ts'

/** Kind of a source: a page, a sitemap of pages, or a file of products. */
export type SourceKind = 'url' | 'sitemap' | 'feed'

/** How often a source is read. */
export type SourceSchedule = 'manual' | 'daily' | 'weekly'

/** Fields of a source that can be changed. They are for new articles and products; existing ones keep theirs. */
export interface SourceFields extends Omit<UploadFields, 'clientId'> {
  schedule: SourceSchedule
}

/** A source before it is added. Kind, address and owner never change. */
export interface SourceDraft extends SourceFields {
  kind: SourceKind
  address: string
  /** Owner of the content; null for shared content. A client adds its own whatever is given here. */
  clientId: string | null
}

/** An address from which content is read. */
export interface ContentSource extends SourceDraft {
  id: string
  /** Email of the owner; null for shared content. */
  client: string | null
  /** Articles and products that were read from it. */
  items: number
  lastSync: string | null
  nextSync: string | null
}

/** The calls about sources. A client sees its own alone. */
export interface SourceCalls {
  /** Newest first. */
  sources: (options?: CallOptions) => Promise<ContentSource[]>
  createSource: (draft: SourceDraft, options?: CallOptions) => Promise<ContentSource>
  updateSource: (sourceId: string, fields: SourceFields, options?: CallOptions) => Promise<ContentSource>
  /** Its content stays. */
  deleteSource: (sourceId: string, options?: CallOptions) => Promise<void>
  /** Reads a source now; a preview changes nothing. Returns the id of the import. */
  syncSource: (sourceId: string, preview: boolean, options?: CallOptions) => Promise<string>
}

const decodeSource = shape<ContentSource>({
  id,
  kind: or(oneOf('url', 'sitemap', 'feed'), 'url'),
  address: words,
  schedule: or(oneOf('manual', 'daily', 'weekly'), 'manual'),
  author: words,
  topic: words,
  language: maybe,
  status: or(oneOf('draft', 'published'), 'draft'),
  clientId: maybe,
  client: maybe,
  items: or(amount, 0),
  lastSync: maybe,
  nextSync: maybe,
})
const decodeSources: Decoder<{ sources: ContentSource[] }> = shape<{ sources: ContentSource[] }>({
  sources: list(decodeSource),
})
const decodeStarted: Decoder<{ jobId: string }> = shape<{ jobId: string }>({ jobId: id })

const path = '/api/admin/knowledge/sources'
const pathOf = (sourceId: string) => `${path}/${encodeURIComponent(sourceId)}`

/** The calls of {@link SourceCalls}. */
export function createSourceCalls({ call, tell }: Http): SourceCalls {
  return {
    sources: async ({ signal } = {}) => (await call(decodeSources, { path, signal })).sources,
    createSource: (body, { signal } = {}) => call(decodeSource, { method: 'POST', path, body, signal }),
    updateSource: (sourceId, body, { signal } = {}) =>
      call(decodeSource, { method: 'PUT', path: pathOf(sourceId), body, signal }),
    deleteSource: (sourceId, { signal } = {}) => tell({ method: 'DELETE', path: pathOf(sourceId), signal }),
    syncSource: async (sourceId, preview, { signal } = {}) => {
      const request = { method: 'POST', path: `${pathOf(sourceId)}/sync`, body: { preview }, signal }
      return (await call(decodeStarted, request)).jobId
    },
  }
}
