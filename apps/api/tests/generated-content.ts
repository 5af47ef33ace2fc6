import { createHash } from 'node:crypto'
import type { ArticleFile } from '../src/knowledge/content/article-file.ts'

/** A pseudo-random number generator (mulberry32), 0 inclusive to 1 exclusive. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const syllables = 'ba co di fu ga lo mi ne po ra se ti vu za brin chal dor fen gli hos'.split(' ')

/** A made-up word; a lower rank is a more frequent word, and shorter. */
function wordOf(rank: number): string {
  let word = ''
  for (let rest = rank + 20; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length] ?? ''
  }
  return word
}

const vocabularySize = 3000

/** A rank by Zipf's law: the frequency of a word is inverse to its rank. */
function zipf(random: () => number): number {
  return Math.floor(vocabularySize ** random()) - 1
}

/** Some made-up words by Zipf's law. */
export function wordsOf(random: () => number, count: number): string[] {
  return Array.from({ length: count }, () => wordOf(zipf(random)))
}

const languages = ['en', 'en', 'es', 'ar']

/** Made-up articles of 5 authors in 3 languages, the same for the same seed. */
export function generateArticles(count: number, seed: number): ArticleFile[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, number) => {
    const sections = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
      heading: wordsOf(random, 3).join(' '),
      body: `${wordsOf(random, 20 + Math.floor(random() * 60)).join(' ')}.`,
    }))
    const title = wordsOf(random, 2).join(' ')
    return {
      slug: `article-${number}`,
      title,
      author: `Author ${Math.floor(random() * 5)}`,
      url: 'https://example.com/',
      topic: 'topic',
      language: languages[number % languages.length] ?? 'en',
      contentHash: createHash('sha256').update(JSON.stringify({ title, sections })).digest('hex'),
      sections,
    }
  })
}

/** Questions of 2 to 40 words, some of them with a typing error. */
export function generateQuestions(count: number, seed: number): string[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const words = wordsOf(random, 2 + Math.floor(random() ** 3 * 38))
    const wrong = Math.floor(random() * words.length * 2)
    return `what is ${words.map((word, index) => (index === wrong ? `${word.slice(0, 3)}x${word.slice(3)}` : word)).join(' ')}?`
  })
}
