import { routes, safetyCategorySchema } from '@org/api-client/contract'
import type { Hono } from 'hono'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { listAuthors } from './content/authors.store.ts'
import { readSafetyData } from '../safety/operator-safety.ts'
import { coverageThreshold } from './search/coverage.ts'
import { type SearchOptions, searchPassages, searchProducts } from './search/knowledge.search.ts'
import { detectLanguage } from './text/language.ts'
import { analyserOf } from './text/text-analysis.ts'

/** Serves the calls about the knowledge base. */
export function mountKnowledge(app: Hono<AppEnv>, db: Db): void {
  serve(app, routes.searchKnowledge, async (_c, { query }) => {
    const { q, limit, authors, language, client_id: clientId } = query
    const filters: SearchOptions = {
      authors: await authorsIn(db, authors),
      ...(language === undefined ? {} : { languages: [analyserOf(language)] }),
      ...(clientId === undefined ? {} : { clientId }),
    }
    const from = performance.now()
    const answer = await searchPassages(db, q, filters)
    const took = performance.now() - from
    const inAnswer = new Set(answer.passages.map(({ id }) => id))
    const { passages } = await searchPassages(db, q, { ...filters, limit, leastShareOfBest: 0 })
    const { assessor } = await readSafetyData(db)
    const { danger, sensitive } = assessor.assess(q)
    const category = safetyCategorySchema.safeParse(danger?.category).data
    // An answer offers no product beside a danger or a health need.
    const products = sensitive ? [] : await searchProducts(db, q, filters)
    return {
      results: passages.map((passage) => ({
        slug: passage.slug,
        title: passage.title,
        heading: passage.heading,
        author: passage.author,
        score: passage.score,
        text: passage.text,
        language: passage.language,
        matched: passage.matched,
        in_answer: inAnswer.has(passage.id),
        word_rank: passage.wordRank,
        vector_rank: passage.vectorRank,
      })),
      embeddings: answer.embeddings,
      terms: answer.terms.map(({ asked, alternatives, weight, known }) => ({
        asked,
        alternatives,
        weight,
        known,
      })),
      products: products.map(({ pk, name, description, unitAmount, currency, score }) => ({
        pk,
        name,
        description,
        unit_amount: unitAmount,
        currency,
        score,
      })),
      safety: danger === undefined || category === undefined ? null : { category, severity: danger.severity },
      question_language: detectLanguage(q),
      took_ms: took,
      covered: answer.covered,
      coverage: answer.coverage,
      threshold: coverageThreshold,
    }
  })
}

/** The names in a comma list. Names of authors may hold commas themselves: the longest known name wins. */
async function authorsIn(db: Db, text = ''): Promise<string[]> {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.every((part) => part === '')) return []
  const known = new Set((await listAuthors(db, null)).map(({ name }) => name))
  const found: string[] = []
  for (let from = 0; from < parts.length;) {
    let to = parts.length
    while (to > from + 1 && !known.has(parts.slice(from, to).join(', '))) to -= 1
    found.push(parts.slice(from, to).join(', '))
    from = to
  }
  return found
}
