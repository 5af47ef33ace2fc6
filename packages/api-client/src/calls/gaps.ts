import type { Page } from './conversations.ts'
import { amount, flag, id, list, maybe, oneOf, or, shape, texts, words } from '../decode.ts'
import type { CallOptions, Http } from '../http.ts'

/** State of a gap. `closed`: the content answers its questions now. `dismissed`: somebody decided that it needs none. */
export type GapStatus = 'open' | 'closed' | 'dismissed'

/** A subject that visitors ask about and the content does not cover. */
export interface Gap {
  id: string
  /** Its most typical question, redacted. */
  title: string
  /** Questions within the asked days. */
  count: number
  /** `count` less that of as many days before them. */
  trend: number
  /** Questions of each of the last eight weeks, the current one last. */
  weeks: number[]
  /** Typical questions, redacted, the most typical first. */
  examples: string[]
  /** ISO 639-1 code. */
  language: string
  status: GapStatus
  closedAt: string | null
  /** Typical questions that were asked again when it closed, and those of them that were answered. */
  checked: number
  answered: number
  /** The article that answers its questions. */
  articleId: string | null
  articleTitle: string | null
  /** The client whose widgets were asked; null for the site itself and for widgets without owner. */
  clientId: string | null
  client: string | null
  lastAskedAt: string
}

/** The filters of the list of gaps; those given must all fit. */
export interface GapFilter {
  /** UTC days `YYYY-MM-DD`, both included; the last seven when left out. */
  from?: string | undefined
  to?: string | undefined
  status?: GapStatus | undefined
  /** ISO 639-1 code. */
  language?: string | undefined
  /** The id of a client, or `none` for the site itself. */
  clientId?: string | undefined
}

/** A page of gaps. */
export interface GapPage extends Page<Gap> {
  /** False when the deployment stores no texts of visitors: then there are no gaps. */
  keepsText: boolean
  /** Uncovered and partly answered questions of the asked days whose gap is not known yet. */
  waiting: number
}

/** The calls about gaps. */
export interface GapCalls {
  /** Gaps, the one with the most questions first. */
  gapList: (
    options?: CallOptions & GapFilter & { limit?: number | undefined; cursor?: string | null | undefined },
  ) => Promise<GapPage>
  /** Dismisses a gap, or opens it again. */
  saveGap: (gapId: string, status: 'open' | 'dismissed', options?: CallOptions) => Promise<Gap>
}

const decodeGap = shape<Gap>({
  id,
  title: words,
  count: or(amount, 0),
  trend: or(amount, 0),
  weeks: or(list(amount), []),
  examples: texts,
  language: words,
  status: or(oneOf('open', 'closed', 'dismissed'), 'open'),
  closedAt: maybe,
  checked: or(amount, 0),
  answered: or(amount, 0),
  articleId: or(id, null),
  articleTitle: maybe,
  clientId: or(id, null),
  client: maybe,
  lastAskedAt: words,
})

const decodePage = shape<GapPage>({
  items: list(decodeGap),
  nextCursor: or(id, null),
  keepsText: or(flag, true),
  waiting: or(amount, 0),
})

const gaps = '/api/admin/gaps'

/** The calls of {@link GapCalls}. */
export function createGapCalls({ call }: Http): GapCalls {
  return {
    gapList: ({ signal, clientId, ...query } = {}) =>
      call(decodePage, { path: gaps, query: { ...query, client_id: clientId }, signal }),
    saveGap: (gapId, status, { signal } = {}) =>
      call(decodeGap, {
        method: 'PATCH',
        path: `${gaps}/${encodeURIComponent(gapId)}`,
        body: { status },
        signal,
      }),
  }
}
