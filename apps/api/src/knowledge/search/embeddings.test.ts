import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeEmbeddings, startFakeEmbeddings } from '../../../tests/fake-embeddings.ts'
import { generateArticles } from '../../../tests/generated-content.ts'
import { openTestDatabase, type TestDatabase } from '../../../tests/test-database.ts'
import { articles, embeddings } from '../../db/schema/knowledge.ts'
import { type ArticleFile, parseArticleFile } from '../content/article-file.ts'
import { importArticles } from '../content/knowledge.import.ts'
import { searchPassages } from './knowledge.search.ts'
import { createEmbedder, type Embedder } from '../embeddings/embedder.ts'
import { chooseModel, claimEmbedding, releaseEmbedding } from '../index/embedding-store.ts'
import { deleteOldEmbeddings, embedMissing } from '../index/embedding-runs.ts'
import {
  type EmbeddingOutcome,
  type QuestionEmbedding,
  setEmbedder,
} from '../embeddings/question-embeddings.ts'

const article = (slug: string, sections: string[], language = 'en'): ArticleFile =>
  parseArticleFile(
    slug,
    `---\ntitle: About ${slug}\nauthor: ${slug} office\nurl: https://example.gov/${slug}\ntopic: x\nlanguage: ${language}\n---\n${sections
      .map((body, index) => `## Part ${index}\n${body}`)
      .join('\n')}\n`,
  )

const content = [
  article('rest', ['Melatonin helps people fall asleep.', 'Quiet rooms are good for slumber.']),
  article('minerals', ['Zinc lozenges may shorten an infection.']),
  article('fluids', ['Water is the best drink.']),
]

let database: TestDatabase
let fake: FakeEmbeddings
beforeEach(async () => {
  database = await openTestDatabase()
  fake = await startFakeEmbeddings()
  await importArticles(database.db, content)
})
afterEach(async () => {
  stopUsing()
  await database.close()
  await fake.close()
})

const { signal } = new AbortController()
let stopUsing: () => void = () => undefined
const use = (embedder: Embedder, options?: QuestionEmbedding) => {
  stopUsing = setEmbedder(database.db, embedder, options)
}
const openAi = (model = 'fake-embed', dimensions?: number): Embedder =>
  createEmbedder({
    kind: 'openai-compatible',
    model,
    baseUrl: `${fake.url}/v1`,
    apiKey: 'key',
    ...(dimensions === undefined ? {} : { dimensions }),
  })
const gemini = (): Embedder =>
  createEmbedder(
    { kind: 'google', model: 'fake-embed', apiKey: 'key', dimensions: 16 },
    { googleBaseUrl: `${fake.url}/v1beta` },
  )
const fill = (embedder: Embedder) => embedMissing({ db: database.db, embedder, signal })
const embeddedTexts = () => fake.requests.flatMap(({ texts }) => texts)
const stored = () => database.db.select().from(embeddings)
const find = async (question: string, options = {}) => {
  const { passages, ...rest } = await searchPassages(database.db, question, options)
  return { ...rest, slugs: passages.map(({ slug }) => slug), passages }
}

describe.each([
  { name: 'an OpenAI-compatible server', create: () => openAi('fake-embed', 16), key: 'authorization' },
  { name: 'Google', create: gemini, key: 'x-goog-api-key' },
])('with $name', ({ create, key }) => {
  it('finds a passage without a word of the question, and shows the places in both lists', async () => {
    const embedder = create()
    expect(await fill(embedder)).toMatchObject({ written: 4, isComplete: true })
    expect(await find('metal')).toMatchObject({ slugs: [], embeddings: 'off' })
    use(embedder)
    const found = await find('metal')
    expect(found).toMatchObject({ embeddings: 'used', covered: false })
    expect(found.passages[0]).toMatchObject({ slug: 'minerals', wordRank: null, vectorRank: 1 })
    const known = await find('zinc')
    expect(known.passages[0]).toMatchObject({ slug: 'minerals', wordRank: 1, vectorRank: 1 })
    expect(fake.requests.every(({ headers }) => String(headers[key]).includes('key'))).toBe(true)
    const rows = await stored()
    expect(rows.map(({ vector }) => vector.length)).toEqual([20, 20, 20, 20])
  })
})

it('asks Gemini for vectors of passages and of questions', async () => {
  await fill(gemini())
  use(gemini())
  await find('metal')
  expect(fake.requests.map(({ path }) => path)).toEqual([
    '/v1beta/models/fake-embed:batchEmbedContents',
    '/v1beta/models/fake-embed:embedContent',
  ])
  expect(JSON.stringify(fake.requests[0]?.body)).toContain('RETRIEVAL_DOCUMENT')
  expect(JSON.stringify(fake.requests[1]?.body)).toContain('RETRIEVAL_QUERY')
})

it('gives the covered decision and its value by the words alone', async () => {
  const before = await find('what is zinc good for?')
  await fill(openAi())
  use(openAi())
  const after = await find('what is zinc good for?')
  expect(after.embeddings).toBe('used')
  expect(after.coverage).toBe(before.coverage)
})

it('leaves other authors, languages and clients out', async () => {
  await importArticles(database.db, [article('metales', ['Sobre un metal.'], 'es')])
  await fill(openAi())
  use(openAi())
  expect((await find('metal', { authors: ['fluids office'] })).slugs).toEqual(['fluids'])
  expect((await find('metal', { languages: ['es'] })).slugs).toEqual(['metales'])
})

it('embeds a text once: an edit embeds what it changed alone', async () => {
  await fill(openAi())
  fake.requests.length = 0
  await importArticles(database.db, [
    article('rest', ['Melatonin helps people fall asleep.', 'Dark rooms are good for slumber.']),
  ])
  await fill(openAi())
  expect(embeddedTexts()).toEqual(['About rest\nPart 1\nDark rooms are good for slumber.'])
  expect(await stored()).toHaveLength(4)
  use(openAi())
  expect((await find('nod off')).slugs.slice(0, 2)).toEqual(['rest', 'rest'])
})

it('reads embeddings into an index that was loaded before them', async () => {
  use(openAi())
  expect((await find('metal')).slugs).toEqual([])
  await fill(openAi())
  expect((await find('metal')).slugs[0]).toBe('minerals')
})

it('deletes the embeddings with their article', async () => {
  await fill(openAi())
  use(openAi())
  await database.db.delete(articles).where(eq(articles.slug, 'minerals'))
  expect(await stored()).toHaveLength(3)
  expect((await find('metal')).slugs).not.toContain('minerals')
})

it('stores no embedding of a passage that was deleted meanwhile', async () => {
  const embedder = openAi()
  const slow: Embedder = {
    id: embedder.id,
    async embed(...call) {
      const vectors = await embedder.embed(...call)
      await database.db.delete(articles).where(eq(articles.slug, 'minerals'))
      return vectors
    },
  }
  await fill(slow)
  expect(await stored()).toHaveLength(3)
})

it('embeds again for another model or dimension, and deletes the old vectors after that', async () => {
  for (const embedder of [openAi(), openAi('other'), openAi('other', 16)]) {
    fake.requests.length = 0
    await fill(embedder)
    await deleteOldEmbeddings({ db: database.db, embedder, signal })
    expect(embeddedTexts()).toHaveLength(4)
    expect(new Set((await stored()).map(({ model }) => model))).toEqual(new Set([embedder.id]))
    use(embedder)
    expect((await find('metal')).slugs[0]).toBe('minerals')
  }
})

it('goes on where a process stopped', async () => {
  const many = generateArticles(60, 4)
  await importArticles(database.db, many)
  const count = content.concat(many).reduce((sum, { sections }) => sum + sections.length, 0)
  const embedder = openAi()
  let calls = 0
  const failing: Embedder = {
    id: embedder.id,
    embed(...call) {
      calls += 1
      if (calls === 2) fake.behave('failing')
      return embedder.embed(call[0], call[1], { signal: call[2].signal })
    },
  }
  await expect(fill(failing)).rejects.toThrow('The model is overloaded.')
  const before = (await stored()).length
  expect(before).toBeGreaterThan(0)
  fake.behave('ok')
  fake.requests.length = 0
  const { written } = await fill(embedder)
  expect(before + written).toBe(count)
  expect(await stored()).toHaveLength(count)
  fake.requests.length = 0
  await fill(embedder)
  expect(fake.requests).toEqual([])
})

it('lets one process embed at a time, of the model that was chosen last', async () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const claim = (model: string, claimant: string) => claimEmbedding(database.db, { model, claimant })
  await chooseModel(database.db, 'a')
  expect(await claim('a', first)).toBe(true)
  expect(await claim('a', first)).toBe(true)
  expect(await claim('a', second)).toBe(false)
  await releaseEmbedding(database.db, first)
  expect(await claim('a', second)).toBe(true)
  await chooseModel(database.db, 'b')
  expect(await claim('a', second)).toBe(false)
  expect(await claim('b', first)).toBe(true)
})

describe('a provider that gives no vectors', () => {
  const outcomes: EmbeddingOutcome[] = []
  beforeEach(async () => {
    outcomes.length = 0
    await fill(openAi())
    use(openAi(), {
      timeLimitMs: 100,
      onOutcome: (outcome) => outcomes.push(outcome),
    })
  })

  it.each([
    ['failing', 'failed'],
    ['hanging', 'too_slow'],
    ['short', 'failed'],
  ] as const)(
    'leaves the search to the words while it is %s, and is not asked again at once',
    async (how, outcome) => {
      fake.behave(how)
      expect(await find('zinc')).toMatchObject({ slugs: ['minerals'], embeddings: 'unavailable' })
      fake.behave('ok')
      fake.requests.length = 0
      expect(await find('water')).toMatchObject({ slugs: ['fluids'], embeddings: 'unavailable' })
      expect(fake.requests).toEqual([])
      expect(outcomes).toEqual([outcome, 'skipped'])
    },
  )

  it('is asked once for a question that is searched for twice', async () => {
    await find('zinc')
    fake.requests.length = 0
    await find('zinc')
    expect(fake.requests).toEqual([])
  })
})
