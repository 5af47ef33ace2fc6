import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { type ChatApp, openChatApp } from '../../../tests/chat-app.ts'
import { countImageTokens } from './image-tokens.ts'

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

describe('an image', () => {
  let test: ChatApp
  beforeAll(async () => {
    test = await openChatApp()
  })
  afterAll(() => test.close())

  it.each([
    [300, 200, 258],
    [800, 600, 516],
    [2048, 1536, 1548],
  ])('of %i × %i pixels counts %i tokens, however many bytes it has', async (width, height, tokens) => {
    expect(await countImageTokens(await noise(width, height).jpeg({ quality: 95 }).toBuffer())).toBe(tokens)
    const plain = sharp({ create: { width, height, channels: 3, background: 'red' } })
    expect(await countImageTokens(await plain.png().toBuffer())).toBe(tokens)
  })

  it('of 300 KB and more leaves the day’s tokens to its guest', async () => {
    const data = (await noise(1200, 900).jpeg({ quality: 80 }).toBuffer()).toString('base64')
    expect(data.length).toBeGreaterThan(300_000)
    for (let question = 0; question < 10; question += 1) {
      const answer = await test.ask({ text: 'What is on this photo?', images: [{ data }] })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('[DONE]')
    }
    const counted = test.logged.flatMap(({ msg, tokens }) => (msg === 'answer' ? [Number(tokens)] : []))
    expect(counted).toHaveLength(10)
    expect(Math.max(...counted)).toBeLessThan(10_000)
  })
})
