import type { Locator, Page } from 'playwright/test'
import { composer, sidebar, stopButton, thread } from '../chat-page.ts'
import { demonstrationPassword, enter, test } from '../own-server.ts'
import { startHostSite } from '../host-page.ts'
import { expect, refusals } from '../story.ts'
import { accept, cfg, frameOf } from '../widget-story.ts'

// A server of its own: settings are saved here. Every step after the first page is a key press.
test.describe.configure({ mode: 'default' })
test.use({ viewport: { width: 1280, height: 800 } })

/** Presses Tab until the element has the focus; fails where it is not within reach. */
async function tabTo(page: Page, target: Locator, { back = false, most = 80 } = {}): Promise<void> {
  await expect(target).toBeVisible()
  const way: string[] = []
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    way.push(
      await page.evaluate(() => {
        const { activeElement: element } = document
        return `${element?.tagName} ${element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 30)}`
      }),
    )
  }
  throw new Error(`${String(target)} is not reached by Tab:\n${way.join('\n')}`)
}

/** The focus is on a control, and not on the page as a whole. */
async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}

test('an administrator changes a prompt and restores the version before, by keyboard alone', async ({
  page,
  server,
}) => {
  await enter(page.context(), server, 'admin@example.com')
  await page.goto('/admin')
  const prompt = page.getByRole('textbox', { name: 'System prompt', exact: true })
  await expect(prompt).not.toHaveValue('')
  const before = await prompt.inputValue()
  await test.step('changes the prompt and saves it', async () => {
    await tabTo(page, prompt)
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' Answer in one sentence.')
    await tabTo(page, page.getByRole('button', { name: 'Save All' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Saved.').first()).toBeVisible()
    await expectFocusKept(page)
  })
  await test.step('goes to the history, compares, and restores', async () => {
    await tabTo(page, page.getByRole('link', { name: 'History' }), { back: true })
    await page.keyboard.press('Enter')
    const restore = page.getByRole('button', { name: /^Restore/u }).first()
    await tabTo(page, page.getByText('Compare with the current version').first(), { most: 12 })
    await page.keyboard.press('Enter')
    await expect(page.locator('details[open] dd pre').first()).toContainText('Answer in one sentence.')
    await tabTo(page, restore, { most: 12 })
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog')
    await tabTo(page, dialog.getByRole('button', { name: 'Restore' }), { most: 5 })
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(prompt).toHaveValue(before)
    await expectFocusKept(page)
  })
})

test('a client signs in and reads a question that was not covered, by keyboard alone', async ({
  page,
  server,
  forgiven,
}) => {
  forgiven.push(refusals)
  const site = await startHostSite()
  site.put('/', {
    body: `<script src="${server}/static/embed-loader.js" data-cfg="${cfg}" data-open="true"></script>`,
  })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  const box = frame.getByRole('textbox', { name: 'Message' })
  await accept(frame)
  await box.fill('Is shilajit halal in Peru?')
  await box.press('Enter')
  await expect(frame.getByRole('log')).toContainText('Is shilajit halal in Peru?')
  await expect(frame.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await site.close()

  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type('client@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type(demonstrationPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chat/u)
  await tabTo(page, page.getByRole('link', { name: 'Client Insights' }), { back: true })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Questions not covered' })).toContainText(
    'Is shilajit halal in Peru?',
  )
  await tabTo(page, page.getByRole('link', { name: /Questions not covered/u }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/review/u)
  const question = page.getByRole('button', { name: /Is shilajit halal in Peru/u })
  await tabTo(page, question)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Question' })).toContainText('Is shilajit halal in Peru?')
})

test.describe('a visitor', () => {
  test.use({ forgiven: [refusals] })

  test('asks, checks a source, opens a product and asks on, by keyboard alone', async ({ page }) => {
    await page.goto('/')
    await tabTo(page, page.getByRole('link', { name: 'Try it without an account' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/chat/u)
    await test.step('accepts the disclaimer', async () => {
      await tabTo(page, page.getByRole('checkbox'))
      await page.keyboard.press('Space')
      await tabTo(page, page.getByRole('button', { name: 'Agree and continue' }), { most: 3 })
      await page.keyboard.press('Enter')
      await expect(composer(page)).toBeFocused()
    })
    await test.step('asks', async () => {
      await page.keyboard.type('How much magnesium does an adult need, and what helps me sleep?')
      await page.keyboard.press('Enter')
      await expect(stopButton(page)).toBeVisible()
      await expect(stopButton(page)).toBeHidden()
      await expect(composer(page)).toBeFocused()
    })
    const marker = thread(page).locator('button[data-refs]').first()
    await test.step('opens a source, and comes back to its number', async () => {
      await tabTo(page, marker, { back: true })
      await page.keyboard.press('Enter')
      const sources = page
        .getByRole('dialog', { name: 'Sources' })
        .or(page.getByRole('complementary', { name: 'Sources' }))
      await expect(sources).toBeVisible()
      await tabTo(page, sources.getByRole('link').first(), { most: 5 })
      await page.keyboard.press('Escape')
      await expect(sources).toBeHidden()
      await expect(marker).toBeFocused()
    })
    await test.step('opens a product, and comes back to it', async () => {
      const pill = thread(page).locator('button.org-product').first()
      await tabTo(page, pill)
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await tabTo(page, dialog.getByRole('link').first(), { most: 5 })
      await page.keyboard.press('Escape')
      await expect(pill).toBeFocused()
    })
    await test.step('rates the answer, and asks a further question', async () => {
      const good = page.getByRole('button', { name: 'Good answer' })
      await tabTo(page, good)
      await page.keyboard.press('Enter')
      await expect(good).toHaveAttribute('aria-pressed', 'true')
      await tabTo(page, composer(page))
      await page.keyboard.type('Which foods are good sources of vitamin D?')
      await page.keyboard.press('Enter')
      await expect(stopButton(page)).toBeHidden()
      await expect(thread(page).getByRole('article', { name: 'Assistant' })).toHaveCount(2)
    })
    await test.step('begins another conversation, and deletes the first', async () => {
      await tabTo(page, page.getByRole('button', { name: 'New conversation' }), { back: true })
      await page.keyboard.press('Enter')
      await expect(composer(page)).toBeFocused()
      const first = sidebar(page).getByRole('listitem').filter({ hasText: 'How much magnesium' })
      await tabTo(page, first.getByRole('button', { name: /^Delete/u }), { back: true })
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('alertdialog')
      await tabTo(page, dialog.getByRole('button', { name: 'Delete' }), { most: 4 })
      await page.keyboard.press('Enter')
      await expect(first).toHaveCount(0)
      await expectFocusKept(page)
    })
  })
})
