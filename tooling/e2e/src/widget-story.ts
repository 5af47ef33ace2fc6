import type { APIRequestContext, Frame, Page } from 'playwright/test'
import { cfg } from './demo-widget.ts'
import { type HostSite, startHostSite } from './host-page.ts'
import { expect, refusals, test as story } from './story.ts'

export { cfg }
export const question = 'How much magnesium does an adult need, and what helps me sleep?'

/** Fixtures of stories about the widget on another site. */
interface WidgetFixtures {
  /** The other site. */
  site: HostSite
  /** The script element that embeds the demonstration's widget, with more attributes. */
  tag: (attributes?: string) => string
}

export const test = story.extend<WidgetFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
  site: async ({}, provide) => {
    const site = await startHostSite()
    await provide(site)
    await site.close()
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
  forgiven: async ({}, provide) => {
    await provide([refusals])
  },
  tag: async ({ baseURL }, provide) => {
    await provide(
      (attributes = '') =>
        `<script src="${baseURL}/static/embed-loader.js" data-cfg="${cfg}" ${attributes} async></script>`,
    )
  },
})

declare global {
  interface Window {
    OrgChat?: ((...call: unknown[]) => Promise<unknown>) & {
      open: (id?: string) => Promise<unknown>
      destroy: () => Promise<unknown>
    }
  }
}

/** The widget's frame, once it is there. */
export async function frameOf(page: Page, theme = 'ultra'): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().includes(`/embed/theme/${theme}`))
  await expect.poll(() => find() !== undefined).toBe(true)
  const frame = find()
  if (frame === undefined) throw new Error(`There is no frame of ${theme}.`)
  return frame
}

/** Acknowledges the disclaimer. */
export async function accept(frame: Frame): Promise<void> {
  await frame.getByRole('checkbox').check()
  await frame.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(frame.getByRole('textbox', { name: 'Message' })).toBeEnabled()
}

/** Asks, and waits until the answer is whole. */
export async function ask(frame: Frame): Promise<void> {
  const box = frame.getByRole('textbox', { name: 'Message' })
  await box.fill(question)
  await box.press('Enter')
  await expect(frame.locator('button[data-refs]').first()).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Stop' })).toBeHidden()
}

/** Saves a widget as the demonstration's admin, and gives its id. */
export async function saveWidget(
  request: APIRequestContext,
  baseURL: string | undefined,
  data: Record<string, unknown>,
): Promise<string> {
  const headers = { origin: new URL(baseURL ?? '').origin }
  await request.post('/api/login', {
    data: { email: 'admin@example.com', password: 'demonstration-only' },
    headers,
  })
  const answer = await request.post('/api/admin/configurators', { data, headers })
  const { id }: { id: string } = await answer.json()
  return id
}
