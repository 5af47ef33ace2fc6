import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { listAuthors } from './authors.store.ts'
import { searchPassages } from './knowledge.search.ts'
import { analyserOf } from './text-analysis.ts'

/** Serves the calls about the knowledge base. */
export function mountKnowledge(app: Hono<AppEnv>, db: Db): void {
  serve(app, routes.searchKnowledge, async (_c, { query }) => {
    const { q, limit, authors, language, client_id: clientId } = query
    const from = performance.now()
    const { passages, covered, coverage } = await searchPassages(db, q, {
      limit,
      leastShareOfBest: 0,
      authors: await authorsIn(db, authors),
      ...(language === undefined ? {} : { languages: [analyserOf(language)] }),
      ...(clientId === undefined ? {} : { clientId }),
    })
    const results = passages.map(({ slug, title, heading, author, score, text, language: of, matched }) => ({
      slug,
      title,
      heading,
      author,
      score,
      text,
      language: of,
      matched,
    }))
    return { results, took_ms: performance.now() - from, covered, coverage }
  })
}

/** The names in a comma list. Names of authors may hold commas themselves: the longest known name wins. */
async function authorsIn(db: Db, text = ''): Promise<string[]> {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.every((part) => part === '')) return []
  const known = new Set((await listAuthors(db)).map(({ name }) => name))
  const found: string[] = []
  for (let from = 0; from < parts.length;) {
    let to = parts.length
    while (to > from + 1 && !known.has(parts.slice(from, to).join(', '))) to -= 1
    found.push(parts.slice(from, to).join(', '))
    from = to
  }
  return found
}
