import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../story.ts'

test.use({ viewport: { width: 1280, height: 900 } })

// A run answers every case of the server twice, and a busy machine takes its time.
const runMs = 120_000

async function signIn(page: Page, baseURL: string | undefined): Promise<void> {
  const signedIn = await page.request.post('/api/login', {
    data: { email: 'admin@example.com', password: 'demonstration-only' },
    headers: { origin: new URL(baseURL ?? '').origin },
  })
  expect(signedIn.status()).toBe(200)
}

/** Title of the article that the demonstration cites for magnesium: the first one that a search for it finds. */
async function magnesiumArticle(page: Page): Promise<string> {
  const found = await page.request.get('/api/admin/knowledge/articles?q=Magnesium&status=published')
  const [first] = Object(await found.json()).items
  return String(Object(first).title)
}

/** Switches "Include previous context", which follow-up questions need. */
async function switchContext(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Include previous context' }).click()
}

test('a draft is saved, evaluated, kept from publishing while a citation gets lost, and published once it is mended', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(4 * runMs)
  const mark = randomUUID().slice(0, 8)
  const question = `And how much of it do children need? (${mark})`
  const name = `Forgetful ${mark}`
  await signIn(page, baseURL)
  const article = await magnesiumArticle(page)

  await page.goto('/admin')
  await page.getByRole('link', { name: 'Evaluations', exact: true }).click()
  await page.getByRole('button', { name: 'Add a case' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Question').fill(question)
  await dialog
    .getByLabel('Earlier messages (optional)')
    .fill('User: How much magnesium does an adult need?\nAssistant: Adults need 310 to 420 mg a day.')
  await dialog.getByLabel('Search articles by title').fill('Magnesium')
  await dialog.getByLabel('Search articles by title').press('Enter')
  await dialog
    .getByRole('button', { name: `Add ${article}`, exact: true })
    .first()
    .click()
  await expect(dialog.getByRole('list', { name: 'Articles that it must cite' })).toContainText(article)
  await dialog.getByLabel('Expected outcome').selectOption('Not checked')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The case is saved.')).toBeVisible()

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await switchContext(page)
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByLabel('Name of the draft').fill(name)
  await page.getByLabel('Name of the draft').press('Enter')
  await expect(page.getByText(`“${name}” is saved as a draft.`)).toBeVisible()
  const draft = page.getByRole('listitem').filter({ hasText: name })
  await expect(draft).toContainText('Not evaluated')
  await page.getByRole('button', { name: `Evaluate ${name}` }).click()
  await draft.getByRole('link', { name: 'Last evaluation' }).click()

  await expect(page.getByText('1 regression', { exact: true })).toBeVisible({ timeout: runMs })
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Worse than published')
  const lost = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: question }) })
  await expect(lost).toContainText('Regression in citations', { timeout: runMs })
  await expect(lost).toContainText('Cites the expected articles: Failed')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(draft).toContainText('Regressions found')
  await page.getByRole('button', { name: `Publish ${name}` }).click()
  const publish = page.getByRole('dialog')
  await expect(publish.getByRole('button', { name: 'Publish anyway' })).toBeDisabled()
  await publish.getByLabel('Reason').fill('Follow-ups are rare in this shop.')
  await expect(publish.getByRole('button', { name: 'Publish anyway' })).toBeEnabled()
  await expectAccessible(page)
  await publish.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(page.getByText(`You are editing the draft “${name}”.`)).toBeVisible()
  await switchContext(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(draft).toContainText('Version 2')
  await page.getByRole('button', { name: `Evaluate ${name}` }).click()
  await expect(draft).toContainText('Evaluation passed', { timeout: runMs })
  await page.getByRole('button', { name: `Publish ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText(`“${name}” is published.`)).toBeVisible()
  await expect(draft).toHaveCount(0)
  await expectAccessible(page)
})

test('the screen of evaluations works by keyboard, and shows a failure with another try', async ({
  page,
  baseURL,
  forgiven,
}) => {
  forgiven.push(/status of 503/u, /503 http/u)
  await signIn(page, baseURL)
  await page.route('**/api/admin/evaluations/cases*', (route) =>
    route.fulfill({ status: 503, json: { error: 'Down.', code: 'unavailable', request_id: 'x' } }),
  )
  await page.goto('/admin/evaluations')
  await expect(page.getByText('Load error')).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/admin/evaluations/cases*')
  await page.getByRole('button', { name: 'Try again' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Cases' })).toContainText('Safety sample')
  const add = page.getByRole('button', { name: 'Add a case' })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeHidden()
  await expect(add).toBeFocused()
  await expectAccessible(page)
})
