import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, expectAccessible } from '../story.ts'
import { accept, frameOf, test } from '../widget-story.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('a question that a widget could not answer is in the review, and is judged there', async ({
  page,
  site,
  tag,
  baseURL,
}) => {
  const word = randomWord()
  const question = `Does the ${word} root cure bad breath?`
  site.put('/', { body: tag('data-open="true"') })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await accept(frame)
  await frame.getByRole('textbox', { name: 'Message' }).fill(`I am Maria Lopez. ${question}`)
  await frame.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(frame.getByRole('log')).toContainText(/nothing|not|no /u)

  await enter(page, baseURL)
  await page.goto('/admin')
  await page.getByRole('link', { name: /^Review/u }).click()
  await page.getByLabel('Search questions').fill(word)
  const entry = page.getByRole('button', { name: new RegExp(word, 'u') })
  await expect(entry).toBeVisible()
  await expect(entry).toContainText('I am [name].')
  await expect(entry).not.toContainText('Maria')
  await entry.click()
  const chosen = page.getByRole('article')
  await expect(chosen.getByRole('heading', { name: 'Sources as retrieved' })).toBeVisible()
  await page.keyboard.press('b')
  await expect(chosen.getByRole('button', { name: 'Mark as bad' })).toHaveAttribute('aria-pressed', 'true')
  await chosen.getByLabel('Note').fill('Write an article')
  await chosen.getByRole('button', { name: 'Save note and labels' }).click()
  await expect(chosen.getByText('Saved.')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await page.getByLabel('Status').selectOption('bad')
  await page.getByRole('button', { name: new RegExp(word, 'u') }).click()
  await expect(page.getByLabel('Note')).toHaveValue('Write an article')
})

test('a source that a visitor opens is marked as opened in the review', async ({
  page,
  site,
  tag,
  baseURL,
}) => {
  site.put('/', { body: tag('data-open="true"') })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await accept(frame)
  const word = randomWord()
  const question = `Does magnesium help with sleep? ${word}`
  await frame.getByRole('textbox', { name: 'Message' }).fill(question)
  await frame.getByRole('textbox', { name: 'Message' }).press('Enter')
  // The record is written at the end of the answer, with which its suggestions come.
  await expect(frame.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  const marker = frame.locator('button[data-refs]').first()
  await expect(marker).toBeEnabled()
  const recorded = page.waitForResponse((response) => response.url().endsWith('/opened'))
  await marker.click()
  expect((await recorded).status()).toBe(200)

  await enter(page, baseURL)
  await page.goto('/admin/review?status=all')
  await page.getByLabel('Search questions').fill(word)
  await page.getByRole('button', { name: new RegExp(word, 'u') }).click()
  await expect(page.getByRole('article').getByText('opened', { exact: true })).toHaveCount(1)
})

/** Returns letters alone: digits are redacted where they could be a phone number. */
function randomWord(): string {
  return randomUUID().replaceAll(/[\d-]/gu, '').padEnd(6, 'q')
}

async function enter(page: Page, baseURL: string | undefined): Promise<void> {
  const answer = await page.request.post('/api/login', {
    data: { email: 'admin@example.com', password: 'demonstration-only' },
    headers: { origin: new URL(baseURL ?? '').origin },
  })
  expect(answer.status()).toBe(200)
}
