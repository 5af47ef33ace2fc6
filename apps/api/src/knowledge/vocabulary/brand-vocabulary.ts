import type { Db } from '../../db/database.ts'
import { createEntryCopy } from '../../operators/current-entries.ts'
import { brandSynonyms } from '../../operators/entry-kinds.ts'
import { BrandedVocabulary, type PhraseGroup } from './branded-vocabulary.ts'
import { healthVocabulary, type PhraseVocabulary, shippedGoods, type Vocabulary } from './vocabulary.ts'

/** Creates a reader of a shipped vocabulary with the brands' synonyms on top, by client. */
function brandedCopy(shipped: () => Vocabulary) {
  const byOwner = createEntryCopy(brandSynonyms, (entries) => {
    const base = shipped()
    const owners = new Set(entries.map(({ client_id: owner }) => owner))
    const made = new Map<string, PhraseVocabulary>()
    return (clientId: string | undefined): PhraseVocabulary => {
      // Clients without words of their own share one copy.
      const owner = clientId !== undefined && owners.has(clientId) ? clientId : ''
      const known = made.get(owner)
      if (known !== undefined) return known
      const groups = entries
        .filter(({ client_id: of }) => of === null || of === owner)
        .map(({ term, synonyms, language }): PhraseGroup => ({ phrases: [term, ...synonyms], language }))
      const vocabulary = groups.length === 0 ? base : new BrandedVocabulary(base, groups)
      made.set(owner, vocabulary)
      return vocabulary
    }
  })
  return async (db: Db, clientId?: string): Promise<PhraseVocabulary> => {
    const vocabularyOf = await byOwner(db)
    return vocabularyOf(clientId)
  }
}

/** The health vocabulary with the synonyms for everybody and, when given, those of one client. */
export const brandVocabulary = brandedCopy(healthVocabulary)

/** The vocabulary of goods, which leads from a thing to the same thing alone, with the same synonyms on top. */
export const goodsVocabulary = brandedCopy(shippedGoods)

/** Reads the shipped vocabularies, which takes the event loop some 60 ms: at the start, and not in the first question. */
export async function loadVocabularies(db: Db): Promise<void> {
  await brandVocabulary(db)
  await goodsVocabulary(db)
}
