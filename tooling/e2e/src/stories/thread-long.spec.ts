import type { Page } from 'playwright/test'
import { answers, composer, signIn, thread } from '../chat-page.ts'
import { type Account, expect, expectAccessible, test } from '../story.ts'
import { ask, importConversation, scrollOf, talk } from '../thread-story.ts'

test('opens 5,000 messages at their end with few elements, scrolls through them, and adds one more', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  const id = await importConversation(page, talk(2))
  const messages = talk(5000)
    .map(({ role, content }, index) => ({
      id: `m-${index}`,
      created_at: '2026-11-20T08:00:00Z',
      role,
      content,
    }))
    .toReversed()
  await page.route('**/api/conversations/*/messages*', (route) => route.fulfill({ json: messages }))
  await page.goto(`/chat?c=${id}`)
  await expect(thread(page).getByText('That was answer 4999.')).toBeInViewport()
  await expect.poll(() => elementsOf(page)).toBeLessThan(600)

  await thread(page).evaluate((log) => {
    log.scrollTop = log.scrollHeight / 2
  })
  const middle = answers(page).first()
  await expect(middle).toBeVisible()
  await expect.poll(() => elementsOf(page)).toBeLessThan(800)
  await thread(page).evaluate((log) => {
    log.scrollTop = 0
  })
  await expect(thread(page).getByText('Question 0 about magnesium?')).toBeInViewport()

  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(thread(page).getByText('That was answer 4999.')).toBeInViewport()
  await expectAccessible(page)

  const question = 'Which foods are good sources of vitamin D?'
  await ask(page, question)
  await expect(thread(page).getByText(question)).toBeInViewport()
  await expect.poll(() => elementsOf(page)).toBeLessThan(800)
})

test('loads history upwards without moving what is read', async ({ page, account }) => {
  await signIn(page, account)
  const id = await importConversation(page, talk(300))
  await page.goto(`/chat?c=${id}`)
  await expect(thread(page).getByText('That was answer 299.')).toBeInViewport()
  const older = page.getByRole('button', { name: 'Load older messages' })
  await expect(older).toBeAttached()

  // They come when it is known what is being read.
  const noted = Promise.withResolvers<void>()
  await page.route(/messages\?.*cursor=/u, async (route) => {
    await noted.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/messages\?.*cursor=/u)
  await thread(page).hover()
  await page.mouse.wheel(0, -100_000)
  await asked
  // Asked for on the way up: what is read is known at the top.
  await expect.poll(async () => (await scrollOf(page)).top).toBe(0)
  const read = await firstInView(page)
  noted.resolve()
  await expect.poll(async () => (await scrollOf(page)).top).toBeGreaterThan(1000)
  await expect.poll(async () => Math.abs((await topOf(page, read.key)) - read.top)).toBeLessThan(3)
})

test('puts a new question at the top, and does not move a reader who scrolls up', async ({
  page,
  account,
}) => {
  const question = await askInLongThread(page, account)
  const asked = thread(page).getByText(question)
  await expect.poll(async () => topInThread(page, question)).toBeLessThan(60)
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  expect(await topInThread(page, question)).toBeLessThan(60)
  await expect(asked).toBeInViewport()

  await thread(page).hover()
  await page.mouse.wheel(0, -900)
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  // A page that is brought to where the reader is before it grows: only the growth could move it now.
  const before = await firstInView(page)
  await ask(page, 'Which foods are good sources of vitamin D?')
  await expect(thread(page).getByText('Which foods are good sources of vitamin D?')).toBeInViewport()
  expect(before.key).not.toBe('')
})

test('keeps a question at the top when the code for long threads comes after it', async ({
  page,
  account,
}) => {
  const asked = Promise.withResolvers<void>()
  let held = 0
  await page.route(/\/assets\/esm-/u, async (route) => {
    held += 1
    await asked.promise
    await route.continue()
  })
  const question = await askInLongThread(page, account)
  await expect.poll(async () => topInThread(page, question)).toBeLessThan(60)
  const turns = thread(page).locator('[data-turn]')
  const before = await turns.count()
  expect(held).toBeGreaterThan(0)
  asked.resolve()
  await expect.poll(async () => turns.count()).toBeLessThan(before)
  expect(await topInThread(page, question)).toBeLessThan(60)
})

test('leaves a reader in place while the answer grows', async ({ page, account }) => {
  await signIn(page, account)
  const id = await importConversation(page, talk(60))
  await page.goto(`/chat?c=${id}`)
  await expect(thread(page).getByText('That was answer 59.')).toBeInViewport()
  await composer(page).fill('How much magnesium does an adult need, and what helps me sleep?')
  await composer(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await thread(page).hover()
  await page.mouse.wheel(0, -1200)
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  const read = await firstInView(page)
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  expect(Math.abs((await topOf(page, read.key)) - read.top)).toBeLessThan(3)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect
    .poll(async () => {
      const { top, end } = await scrollOf(page)
      return end - top
    })
    .toBeLessThan(3)
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden()
})

for (const width of [390, 900]) {
  test(`'Jump to latest' stands below the messages at ${width} pixels, and moves none of them`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, account)
    const id = await importConversation(page, talk(60))
    await page.goto(`/chat?c=${id}`)
    await expect(thread(page).getByText('That was answer 59.')).toBeInViewport()
    const jump = page.getByRole('button', { name: 'Jump to latest' })
    await expect(jump).toBeHidden()
    const before = await thread(page).boundingBox()
    await thread(page).hover()
    await page.mouse.wheel(0, -900)
    await expect(jump).toBeVisible()
    const [log, button] = await Promise.all([thread(page).boundingBox(), jump.boundingBox()])
    expect(log).toEqual(before)
    expect(button?.y).toBeGreaterThanOrEqual((log?.y ?? Number.NaN) + (log?.height ?? 0))
    await jump.click()
    await expect(jump).toBeHidden()
  })
}

function elementsOf(page: Page): Promise<number> {
  return thread(page).evaluate((log) => log.querySelectorAll('*').length)
}

/** The turn at the upper edge of the thread, and where it begins. */
function firstInView(page: Page): Promise<{ key: string; top: number }> {
  return thread(page).evaluate((log) => {
    const { top } = log.getBoundingClientRect()
    const turn = [...log.querySelectorAll<HTMLElement>('[data-turn]')].find(
      (element) => element.getBoundingClientRect().bottom > top,
    )
    return { key: turn?.dataset['turn'] ?? '', top: (turn?.getBoundingClientRect().top ?? 0) - top }
  })
}

function topOf(page: Page, key: string): Promise<number> {
  return thread(page).evaluate((log, key) => {
    const turn = [...log.querySelectorAll<HTMLElement>('[data-turn]')].find(
      ({ dataset }) => dataset['turn'] === key,
    )
    return (turn?.getBoundingClientRect().top ?? Number.NaN) - log.getBoundingClientRect().top
  }, key)
}

/** Opens an imported conversation of 60 messages and asks. Returns the question. */
async function askInLongThread(page: Page, account: Account): Promise<string> {
  await signIn(page, account)
  const id = await importConversation(page, talk(60))
  await page.goto(`/chat?c=${id}`)
  await expect(thread(page).getByText('That was answer 59.')).toBeInViewport()
  const question = 'How much magnesium does an adult need, and what helps me sleep?'
  await composer(page).fill(question)
  await composer(page).press('Enter')
  return question
}

async function topInThread(page: Page, text: string): Promise<number> {
  const [log, box] = await Promise.all([
    thread(page).boundingBox(),
    thread(page).getByText(text).boundingBox(),
  ])
  return (box?.y ?? Number.NaN) - (log?.y ?? 0)
}
