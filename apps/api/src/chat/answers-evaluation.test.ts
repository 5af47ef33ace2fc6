import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answerText, type ChatApp, firstOf, lastOf, openChatApp, parseStream } from '../../tests/chat-app.ts'

const setSchema = z.array(
  z.object({
    id: z.string(),
    language: z.string(),
    turns: z.array(z.object({ ask: z.string(), expect: z.string(), never: z.array(z.string()).optional() })),
  }),
)

/** The first turn of each item of a visible set. */
function questions(name: string) {
  const file = new URL(`../../../../tooling/eval/answers/visible/${name}.json`, import.meta.url)
  const items = setSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  return items.flatMap(({ language, turns: [turn] }) =>
    turn === undefined ? [] : { ask: turn.ask, expect: turn.expect, language },
  )
}

// The quick part of `pnpm eval`: rules that hold whatever the search finds.
describe('the built-in model on the visible questions', () => {
  let test: ChatApp
  let cookie: string
  beforeAll(async () => {
    test = await openChatApp({ demo: true })
    cookie = (await test.signedIn()).cookie
  }, 120_000)
  afterAll(() => test.close())
  const ask = async (text: string) => parseStream(await (await test.ask({ text }, cookie)).text()).events

  it('says in the asker’s language that the sources are in English', async () => {
    const markers = { es: /fuentes/u, de: /Quellen/u, fr: /sources/u, ar: /المصادر/u }
    for (const { ask: text, language } of questions('languages')) {
      const marker = Object.entries(markers).find(([code]) => code === language)?.[1]
      expect(answerText(await ask(text))).toMatch(marker ?? /^$/u)
    }
  }, 120_000)

  it('declines what is beside the topic, without citations and products', async () => {
    let right = 0
    const asked = questions('beside').filter((question) => question.expect === 'decline')
    for (const { ask: text } of asked) {
      const events = await ask(text)
      const isDeclined = ['uncovered', 'refused'].includes(firstOf(events, 'outcome').content)
      const hasProducts = events.some(({ type }) => type === 'product_update')
      if (isDeclined && !hasProducts && !/\[\d+\]/u.test(answerText(events))) right += 1
    }
    expect(right / asked.length).toBeGreaterThanOrEqual(0.9)
  }, 120_000)

  it('lists each number of its text once, with a quote of whole sentences', async () => {
    for (const { ask: text } of questions('typos')) {
      const events = await ask(text)
      const numbers = new Set(
        [...answerText(events).matchAll(/\[(\d+)\]/gu)].map(([, number]) => Number(number)),
      )
      const listed = lastOf(events, 'citations').content
      expect(new Set(listed.map(({ citation_num }) => citation_num))).toEqual(numbers)
      for (const { quote } of listed) expect(quote).toMatch(/^\S[\s\S]*[.!?]$/u)
    }
  }, 120_000)
})
