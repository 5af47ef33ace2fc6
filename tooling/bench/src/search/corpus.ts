import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ArticleFile } from '@org/api/knowledge/article-file.ts'
import { rootFolder } from '../folders.ts'
import { seededRandom } from '../random.ts'

const syllables = 'ba co di fu ga lo mi ne po ra se ti vu za brin chal dor fen gli hos'.split(' ')
const vocabularySize = 60_000

/** Passages of each article. */
export const passagesOfArticle = 5

/** The words of the demonstration's articles, the most frequent first, then made-up ones. */
function readVocabulary(): string[] {
  const folder = path.join(rootFolder, 'apps/api/demo/articles')
  const counts = new Map<string, number>()
  for (const name of readdirSync(folder)) {
    const text = readFileSync(path.join(folder, name), 'utf8').toLowerCase()
    for (const [word] of text.matchAll(/\p{L}+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const real = [...counts].sort((left, right) => right[1] - left[1]).map(([word]) => word)
  const madeUp = Array.from({ length: vocabularySize - real.length }, (_, rank) => madeUpWord(rank))
  return [...real, ...madeUp]
}

function madeUpWord(rank: number): string {
  let word = ''
  for (let rest = rank + 400; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length] ?? ''
  }
  return word
}

/** Content and questions for the search, the same in every run. */
export interface Corpus {
  /** Articles of five passages each; a larger count continues a smaller one. */
  articles: (passages: number) => ArticleFile[]
  /** Questions of 6 words, one of four with a typing error, or messages of 90. */
  questions: (words: number, count: number) => string[]
}

/** Word frequencies by Zipf's law, bodies of 56 to 80 words. */
export function createCorpus(): Corpus {
  const vocabulary = readVocabulary()
  const words = (random: () => number, count: number): string[] =>
    Array.from({ length: count }, () => vocabulary[Math.floor(vocabularySize ** random()) - 1] ?? 'sleep')
  return {
    articles(passages) {
      const random = seededRandom(18)
      return Array.from({ length: passages / passagesOfArticle }, (_, number) => {
        const title = words(random, 3).join(' ')
        const sections = Array.from({ length: passagesOfArticle }, () => ({
          heading: words(random, 5).join(' '),
          body: `${words(random, 56 + Math.floor(random() * 25)).join(' ')}.`,
        }))
        return {
          slug: `article-${number}`,
          title,
          author: `Author ${number % 20}`,
          url: 'https://example.com/',
          topic: 'topic',
          language: 'en',
          contentHash: createHash('sha256').update(JSON.stringify(sections)).digest('hex'),
          sections,
        }
      })
    },
    questions(length, count) {
      const random = seededRandom(length)
      return Array.from({ length: count }, (_, number) => {
        const own = words(random, length)
        if (number % 4 === 0) own.push(misspelled(own.find((word) => word.length > 6) ?? 'magnesium'))
        return `${own.join(' ')}?`
      })
    },
  }
}

function misspelled(word: string): string {
  return `${word.slice(0, 3)}${word.slice(4)}`
}
