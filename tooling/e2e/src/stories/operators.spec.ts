import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { acknowledged, composer } from '../chat-page.ts'
import { expect, expectAccessible, test } from '../story.ts'

/** A word of letters that no other test uses. */
const freshWord = () => randomUUID().replaceAll(/[\d-]/gu, '').padEnd(6, 'q')

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme, viewport: { width: theme === 'light' ? 1280 : 390, height: 800 } })

    test('a phrase raises the safety card once an admin has tried and saved it', async ({
      page,
      baseURL,
      forgiven,
    }) => {
      forgiven.push(/status of 422/u)
      await enter(page, baseURL)
      const phrase = `${freshWord()} ladder dare`
      await page.goto('/admin')
      await page.getByRole('link', { name: 'Safety', exact: true }).click()
      await page.getByRole('button', { name: 'Add a phrase' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Word or phrase').fill('water')
      await dialog.getByLabel('Message', { exact: true }).fill('hello')
      await dialog.getByRole('button', { name: 'Try it' }).click()
      await expect(dialog.getByText('One common word is too general', { exact: false })).toBeVisible()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText('One common word is too general', { exact: false })).toHaveCount(2)

      await dialog.getByLabel('Word or phrase').fill(phrase)
      await dialog.getByLabel('Severity').selectOption({ index: 0 })
      await dialog.getByLabel('Message', { exact: true }).fill(`my son did the ${phrase}`)
      await dialog.getByRole('button', { name: 'Try it' }).click()
      await expect(dialog.getByText(`Recognised by the phrase “${phrase}”`)).toBeVisible()
      await expect(dialog.getByText('No notice: the message is answered as usual.')).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(`“${phrase}” is saved.`)).toBeVisible()
      await expectAccessible(page)

      await acknowledged(page)
      await page.goto('/chat')
      await composer(page).fill(`my son did the ${phrase}`)
      await page.keyboard.press('Enter')
      await expect(page.locator('section[data-severity="emergency"]')).toBeVisible()

      await page.goto('/admin/safety')
      await page.getByRole('button', { name: `Retire ${phrase}` }).click()
      await page.getByRole('button', { name: 'Retire', exact: true }).click()
      await expect(page.getByRole('button', { name: `Edit ${phrase}` })).toBeHidden()
    })

    test('a synonym leads the test search to the article', async ({ page, baseURL }) => {
      await enter(page, baseURL)
      const term = freshWord()
      await page.goto('/admin/search')
      await page.getByLabel('Question', { exact: true }).fill(`what is ${term}?`)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page.getByText('No passage contains a word of the question.')).toBeVisible()

      await page.goto('/admin/synonyms')
      await page.getByRole('button', { name: 'Add synonyms' }).click()
      await page.getByRole('dialog').getByLabel('Term').fill(term)
      await page.getByRole('dialog').getByLabel('Synonyms', { exact: true }).fill('melatonin')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(`“${term}” is saved.`)).toBeVisible()
      await expectAccessible(page)

      await page.goto('/admin/search')
      await page.getByLabel('Question', { exact: true }).fill(`what is ${term}?`)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 3, name: /melatonin/iu }).first()).toBeVisible()
      await expectAccessible(page)
    })
  })
}

async function enter(page: Page, baseURL: string | undefined): Promise<void> {
  const origin = new URL(baseURL ?? '').origin
  const data = { email: 'admin@example.com', password: 'demonstration-only' }
  const answer = await page.request.post('/api/login', { data, headers: { origin } })
  expect(answer.status()).toBe(200)
}
