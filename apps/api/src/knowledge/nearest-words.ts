import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { nearestWord } from './spelling.ts'

/**
 * Corrects misspelled words: candidates are the words of the content with common trigrams, and those of the health
 * vocabulary with the same first letter and about the same length.
 *
 * @returns the correction of each word that has one
 */
export async function nearestWords(
  db: Db,
  asked: readonly string[],
  vocabulary: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const corrections = new Map<string, string>()
  const { rows } = await db.execute<{ asked: string; words: string[] }>(sql`
    select asked, array(
      select word from vocabulary
      where word % asked order by similarity(word, asked) desc, passages desc, word limit 8
    ) as words
    from unnest(${sql.param([...asked])}::text[]) as asked
  `)
  for (const row of rows) {
    if (vocabulary.has(row.asked)) continue
    const near = [...vocabulary].filter(
      (word) => word[0] === row.asked[0] && Math.abs(word.length - row.asked.length) <= 2,
    )
    const nearest = nearestWord(row.asked, [...row.words, ...near])
    if (nearest !== undefined) corrections.set(row.asked, nearest)
  }
  return corrections
}
