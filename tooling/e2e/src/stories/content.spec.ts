import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { acknowledged, composer } from '../chat-page.ts'
import { expect, expectAccessible, refusals, test } from '../story.ts'

/** A word of letters that no other test uses. */
const freshWord = () => randomUUID().replaceAll(/[\d-]/gu, '').padEnd(8, 'q')

test('an article is cited once it is published, changes under its editors, and is gone once it is deleted', async ({
  page,
  context,
  baseURL,
  forgiven,
}) => {
  forgiven.push(/status of 409/u, refusals)
  await enter(page, baseURL, 'admin@example.com')
  const word = freshWord()
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Content' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Write an article' }).click()
  await page.getByLabel('Title').fill(`Care of the ${word} plant`)
  await page.getByLabel('Author or publisher').fill('Garden desk')
  await page
    .getByLabel('Text (Markdown)')
    .fill(`## Watering\n\nA ${word} plant needs 30 ml of water every nine days.`)
  const preview = page.getByRole('region', { name: 'As answers cite it' })
  await expect(preview.getByText('Garden desk · Watering')).toBeVisible()
  await expect(preview.getByRole('blockquote')).toHaveText(
    `A ${word} plant needs 30 ml of water every nine days.`,
  )

  await page.getByRole('link', { name: 'All content' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByLabel('Status').selectOption('Published')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expectAccessible(page)
  const address = page.url()

  await acknowledged(page)
  const question = `How often does a ${word} plant need water?`
  await page.goto('/chat')
  await composer(page).fill(question)
  await page.keyboard.press('Enter')
  await expect(page.getByText('every nine days').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /\b1\b/u }).first()).toBeVisible()

  const other = await context.newPage()
  await other.goto(address)
  await other.getByLabel('Topic').fill('Plants')
  await page.goto(address)
  await page
    .getByLabel('Text (Markdown)')
    .fill(`## Watering\n\nA ${word} plant needs 40 ml of water every ten days.`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Somebody else has saved this in the meantime.')).toBeVisible()
  await other.getByRole('button', { name: 'Take theirs' }).click()
  await expect(other.getByLabel('Text (Markdown)')).toHaveValue(/ten days/u)
  await other.close()

  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog')
  await history.getByText('Compare with the current version').first().click()
  await expect(history.getByText(/nine days/u)).toBeVisible()
  await expectAccessible(page)
  await history.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(page.getByLabel('Text (Markdown)')).toHaveValue(/nine days/u)

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`“Care of the ${word} plant” is deleted.`)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill(word)
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.goto('/chat')
  await composer(page).fill(question)
  await page.keyboard.press('Enter')
  await expect(page.getByText(question).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy' }).first()).toBeVisible()
  await expect(page.getByText('every nine days')).toBeHidden()
})

test('a client adds a product of its own, and sees no other content', async ({ page, baseURL, forgiven }) => {
  forgiven.push(/status of 422/u)
  await enter(page, baseURL, 'client@example.com')
  const name = `Lamp ${freshWord()}`
  await page.goto('/client')
  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await expect(page.getByText('No articles yet')).toBeVisible()
  await page.getByRole('link', { name: 'Products', exact: true }).last().click()
  await page.getByRole('button', { name: 'Add a product' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Price').fill('cheap')
  await dialog.getByLabel('Address of the shop page').fill('https://shop.example/lamp')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a price, such as 19.90.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Price').fill('19.90')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('$19.90')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`“${name}” is deleted.`)).toBeVisible()
})

async function enter(page: Page, baseURL: string | undefined, email: string): Promise<void> {
  const origin = new URL(baseURL ?? '').origin
  const data = { email, password: 'demonstration-only' }
  const answer = await page.request.post('/api/login', { data, headers: { origin } })
  expect(answer.status()).toBe(200)
}

test('uploaded files answer questions; a damaged one says why it was not imported', async ({
  page,
  baseURL,
}) => {
  await enter(page, baseURL, 'admin@example.com')
  const word = freshWord()
  await page.goto('/admin/knowledge')
  await page.getByRole('link', { name: 'Uploads', exact: true }).click()
  await expectAccessible(page)
  await page.locator('input[type=file]').setInputFiles([
    {
      name: `${word}.md`,
      mimeType: 'text/markdown',
      buffer: Buffer.from(`# The ${word} lamp\n\n## Cleaning\n\nA ${word} lamp is cleaned with dry cotton.`),
    },
    { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('name,price\nLamp,1') },
  ])
  await page.getByLabel('Author or publisher').fill('Lamp desk')
  // The header stays in place: to axe a link that is scrolled half under it is too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Upload 2 files' }).click()
  const imported = page.getByRole('listitem').filter({ hasText: `${word}.md and 1 more` })
  await expect(imported.getByText('Done, with failures')).toBeVisible({ timeout: 30_000 })
  await expect(imported.getByText('1 added')).toBeVisible()
  await expect(imported.getByText('Columns are missing. (currency, url)')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/admin/jobs')
  await expect(page.getByText(`Upload: ${word}.md + 1`)).toBeVisible()
  await expectAccessible(page)

  await acknowledged(page)
  await page.goto('/chat')
  await composer(page).fill(`What is a ${word} lamp cleaned with?`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('dry cotton').first()).toBeVisible()
})
