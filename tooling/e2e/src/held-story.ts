import { startApi } from '@org/services'
import { type HeldModel, startHeldModel } from './held-model.ts'
import { test as story } from './story.ts'

/** Fixtures for stories about a running answer: a server of their own, whose model waits for the test. */
interface HeldFixtures {
  held: { url: string; model: HeldModel }
}

/**
 * Stories in which the test releases each piece of an answer. Their server refuses visitors.
 */
export const test = story.extend<object, HeldFixtures>({
  held: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
    async ({}, provide) => {
      const model = await startHeldModel()
      const server = await startApi({
        SIGNUPS_PER_HOUR: '1000000',
        ANONYMOUS_CHAT: 'blocked',
        OPENAI_COMPATIBLE_BASE_URL: model.url,
        OPENAI_COMPATIBLE_API_KEY: 'none',
        MODEL_NAME: 'held',
      })
      await provide({ url: server.url, model })
      await server.stop()
      await model.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ held }, provide) => {
    await provide(held.url)
  },
})
