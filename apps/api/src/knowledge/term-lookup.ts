import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { inverseFrequency } from './bm25.ts'
import { type SpaceKind, spacesOf } from './search-index.ts'
import { analyse } from './text-analysis.ts'

/** A stem of one language in the index. */
export interface IndexedTerm {
  language: string
  stem: string
  /** Ids of the stem, one a space of the language. */
  ids: number[]
  /** Inverse document frequency. */
  weight: number
}

/** Which part of the index a search reads. */
export interface LookupScope {
  kind: SpaceKind
  /** Adds this client's content to the shared content. */
  clientId?: string | undefined
  /** Only these languages; all when left out. */
  languages?: readonly string[] | undefined
}

type TermRow = { id: number; term: string; space: string; documents: number; total: number }

/** Looks up words and phrases in the index; each is read from the database once. */
export class TermLookup {
  readonly #db: Db
  readonly #languages: Map<string, string[]>
  readonly #stems = new Map<string, Map<string, string[]>>()
  readonly #terms = new Map<string, IndexedTerm | null>()

  constructor(db: Db, { kind, clientId, languages }: LookupScope) {
    this.#db = db
    this.#languages = spacesOf(kind, clientId)
    if (languages === undefined) return
    for (const language of this.#languages.keys()) {
      if (!languages.includes(language)) this.#languages.delete(language)
    }
  }

  /** Reads the terms of some texts from the index. */
  async add(texts: readonly string[]): Promise<void> {
    const wanted = new Map<string, { space: string; stem: string }>()
    for (const text of new Set(texts)) {
      if (this.#stems.has(text)) continue
      const byLanguage = new Map<string, string[]>()
      this.#stems.set(text, byLanguage)
      for (const [language, spaces] of this.#languages) {
        const stems = [...new Set(analyse(text, language).map(({ stem }) => stem))]
        byLanguage.set(language, stems)
        for (const stem of stems) {
          if (this.#terms.has(`${language} ${stem}`)) continue
          for (const space of spaces) wanted.set(`${space} ${stem}`, { space, stem })
        }
      }
    }
    if (wanted.size === 0) return
    const pairs = [...wanted.values()]
    const { rows } = await this.#db.execute<TermRow>(sql`
      select t.id, t.term, t.space, t.documents, s.documents as total
      from unnest(${sql.param(pairs.map(({ space }) => space))}::text[], ${sql.param(pairs.map(({ stem }) => stem))}::text[])
        as asked (space, stem)
      join search_spaces s on s.space = asked.space
      cross join lateral (
        select id, term, space, documents from search_terms where term = asked.stem and space = asked.space limit 1
      ) t
      where t.documents > 0`)
    for (const [language, spaces] of this.#languages) this.#keep(language, spaces, rows, pairs)
  }

  #keep(
    language: string,
    spaces: readonly string[],
    rows: readonly TermRow[],
    pairs: readonly { space: string; stem: string }[],
  ): void {
    const found = Map.groupBy(
      rows.filter(({ space }) => spaces.includes(space)),
      ({ term }) => term,
    )
    for (const { space, stem } of pairs) {
      if (!spaces.includes(space)) continue
      const own = found.get(stem)
      const documents = own?.reduce((sum, row) => sum + row.documents, 0) ?? 0
      const total = own?.reduce((sum, row) => sum + row.total, 0) ?? 0
      this.#terms.set(
        `${language} ${stem}`,
        own === undefined
          ? null
          : { language, stem, ids: own.map(({ id }) => id), weight: inverseFrequency(documents, total) },
      )
    }
  }

  /** True when some document contains all stems of the text in one language. */
  has(text: string): boolean {
    return this.find(text).length > 0
  }

  /** The terms of a text, one list a language that contains them all. */
  find(text: string, only?: string): IndexedTerm[][] {
    const found: IndexedTerm[][] = []
    for (const [language, stems] of this.#stems.get(text) ?? []) {
      if (stems.length === 0 || (only !== undefined && language !== only)) continue
      const terms = stems.map((stem) => this.#terms.get(`${language} ${stem}`))
      const known = terms.filter((term) => term !== null && term !== undefined)
      if (known.length === stems.length) found.push(known)
    }
    return found
  }
}
