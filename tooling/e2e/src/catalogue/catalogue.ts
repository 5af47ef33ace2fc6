import { serveCatalogue } from '@org/catalogue'
import type { StoryParameters } from '@org/config/story'
import type { Page } from 'playwright/test'
import { test as base } from '../story.ts'

/** A story as the catalogue lists it. */
export interface CatalogueStory {
  /** As in `ui-kit-chat-composer--near-the-limit`: its address in the catalogue. */
  readonly id: string
  /** The component's place, as in `ui-kit/chat/Composer`. */
  readonly title: string
  readonly name: string
}

/** A page that shows one story of the catalogue after the other, without being loaded again. */
export interface Catalogue {
  readonly page: Page
  /** By component, and those of each in the order of their file. */
  readonly stories: readonly CatalogueStory[]
  /** Shows a story, or the same one from its start; done when it is whole. */
  readonly show: (story: CatalogueStory) => Promise<StoryParameters>
}

/** A call of one of a story's handlers. */
export interface StoryCall {
  readonly name: string
  /** Arguments as JSON, without events and elements. */
  readonly args: string
}

interface Channel {
  readonly emit: (event: string, data?: unknown) => void
  readonly on: (event: string, listener: (data: never) => void) => void
}

declare global {
  interface Window {
    /** Storybook's event channel of the page. */
    __STORYBOOK_ADDONS_CHANNEL__: Channel
    /** Events of the displayed story, stored for the tests. */
    shownStory: {
      /** Number of stories that finished rendering or failed. */
      count: number
      parameters: StoryParameters
      calls: StoryCall[]
      failures: string[]
    }
  }
}

export const test = base.extend<{ catalogue: Catalogue }, { catalogueUrl: string }>({
  catalogueUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
    async ({}, provide) => {
      const { url, close } = await serveCatalogue()
      await provide(url)
      await close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ catalogueUrl }, provide) => {
    await provide(catalogueUrl)
  },
  // By this name Storybook holds animations at their end, instead of waiting for them after each story.
  userAgent: 'Chrome (StorybookTestRunner)',
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
  forgiven: async ({}, provide) => {
    // Storybook's of itself, when it makes text of an event that a handler was called with.
    await provide([/Accessing the Story Store is deprecated/u])
  },
  catalogue: async ({ page, catalogueUrl }, provide) => {
    // Animations are off, so that a picture is deterministic.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const index: unknown = await (await fetch(`${catalogueUrl}/index.json`)).json()
    const { entries } = index as { entries: Record<string, CatalogueStory> }
    const stories = Object.values(entries).toSorted((one, other) =>
      one.title.localeCompare(other.title, 'en'),
    )
    let shown = stories[0]?.id ?? ''
    await page.goto(`/iframe.html?viewMode=story&id=${shown}`)
    await page.locator('main').waitFor()
    await page.evaluate(listen)
    await provide({
      page,
      stories,
      show: async ({ id }) => {
        const { parameters, failures } = await page.evaluate(show, [id, id === shown] as const)
        shown = id
        if (failures.length > 0) throw new Error(`${id}: ${failures.join('; ')}`)
        const { awaits, invisible = false } = parameters
        if (awaits !== undefined) await page.locator(awaits).first().waitFor({ state: 'attached' })
        // A component that renders nothing before its data has come.
        if (!invisible) await page.locator('main :not(h1)').filter({ visible: true }).first().waitFor()
        return parameters
      },
    })
  },
})

/** In the page: keeps what the stories say. */
function listen(): void {
  const shown: Window['shownStory'] = { count: 0, parameters: {}, calls: [], failures: [] }
  window.shownStory = shown
  const { __STORYBOOK_ADDONS_CHANNEL__: channel } = window
  channel.on('storyPrepared', (story: { parameters: StoryParameters }) => {
    const { awaits, invisible, keyboard } = story.parameters
    shown.parameters = JSON.parse(JSON.stringify({ awaits, invisible, keyboard })) as StoryParameters
  })
  channel.on('storybook/actions/action-event', ({ data }: { data: { name: string; args: unknown } }) => {
    const plain = [data.args].flat(1).filter((arg) => !(arg instanceof Object) || Array.isArray(arg))
    shown.calls.push({ name: data.name, args: JSON.stringify(plain) })
  })
  channel.on('storyFinished', () => {
    shown.count += 1
  })
  for (const failure of ['storyThrewException', 'storyErrored', 'playFunctionThrewException', 'storyMissing'])
    channel.on(failure, (said) => {
      shown.failures.push(`${failure}: ${JSON.stringify(said)}`)
      shown.count += 1
    })
}

/** In the page: shows a story and waits until the browser has laid it out. */
async function show([storyId, isAgain]: readonly [string, boolean]): Promise<Window['shownStory']> {
  const shown = window.shownStory
  const before = shown.count
  shown.calls.length = 0
  shown.failures.length = 0
  const { __STORYBOOK_ADDONS_CHANNEL__: channel } = window
  if (isAgain) channel.emit('forceRemount', { storyId })
  else channel.emit('setCurrentStory', { storyId, viewMode: 'story' })
  const frame = () => new Promise((resolve) => void requestAnimationFrame(resolve))
  while (shown.count === before) await frame()
  await document.fonts.ready
  await frame()
  await frame()
  return shown
}
