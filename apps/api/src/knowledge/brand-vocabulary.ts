import type { Db } from '../db/database.ts'
import { searchSynonyms } from '../db/schema/knowledge.ts'
import { Vocabulary, vocabularyText } from './vocabulary.ts'

interface Loaded {
  key: string
  vocabulary: Vocabulary
}

const loaded = new WeakMap<Db, Loaded>()

/** The health vocabulary with the synonyms of the brand; built again when these have changed. */
export async function brandVocabulary(db: Db): Promise<Vocabulary> {
  const rows = await db
    .select({ term: searchSynonyms.term, means: searchSynonyms.means })
    .from(searchSynonyms)
    .orderBy(searchSynonyms.term)
  const key = JSON.stringify(rows)
  const known = loaded.get(db)
  if (known?.key === key) return known.vocabulary
  const vocabulary = new Vocabulary(vocabularyText(), rows)
  loaded.set(db, { key, vocabulary })
  return vocabulary
}
