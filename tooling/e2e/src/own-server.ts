import { startApi } from '@org/services'
import type { BrowserContext } from 'playwright/test'
import { expect, test as story } from './story.ts'

/** Password of the demonstration's accounts. */
export const demonstrationPassword = 'demonstration-only'

/** Stories that share one demonstration server of their own, because they change what other stories read or count. */
export const test = story.extend<object, { server: string }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
    async ({}, provide) => {
      const server = await startApi()
      await provide(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, provide) => {
    await provide(server)
  },
})

/** Signs a browser context in to a server's demonstration account. */
export async function enter(context: BrowserContext, server: string, email: string): Promise<void> {
  const { origin } = new URL(server)
  const data = { email, password: demonstrationPassword }
  expect((await context.request.post('/api/login', { data, headers: { origin } })).status()).toBe(200)
}
