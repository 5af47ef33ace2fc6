import { randomUUID } from 'node:crypto'
import { expect, expectAccessible } from '../story.ts'
import { accept, frameOf, test } from '../widget-story.ts'

test.use({ viewport: { width: 1280, height: 900 } })

// The server looks for new questions and new content every 2 s, and a busy machine takes its time.
const lookMs = 60_000

test('a gap gathers questions that a widget could not answer, and closes once an article answers them', async ({
  page,
  site,
  tag,
  baseURL,
}) => {
  test.setTimeout(4 * lookMs)
  const word = randomUUID().replaceAll(/[\d-]/gu, '').padEnd(8, 'q')
  site.put('/', { body: tag('data-open="true"') })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await accept(frame)
  for (const question of [
    `Does the ${word} lamp repel garden moths?`,
    `can a ${word} lamp repel moths in the garden`,
  ]) {
    await frame.getByRole('textbox', { name: 'Message' }).fill(question)
    await frame.getByRole('textbox', { name: 'Message' }).press('Enter')
    await expect(frame.getByRole('log')).toContainText(question)
    await expect(frame.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  }

  const signedIn = await page.request.post('/api/login', {
    data: { email: 'admin@example.com', password: 'demonstration-only' },
    headers: { origin: new URL(baseURL ?? '').origin },
  })
  expect(signedIn.status()).toBe(200)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Content gaps' }).click()
  const gap = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: new RegExp(word, 'u') }) })
  await expect(async () => {
    await page.reload()
    await expect(gap).toContainText('Questions: 2', { timeout: 2000 })
  }).toPass({ timeout: lookMs })
  await expectAccessible(page)

  await gap.getByRole('link', { name: 'Write article' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(new RegExp(word, 'u'))
  await page.getByLabel('Author or publisher').fill('Shop')
  await page
    .getByLabel('Text (Markdown)')
    .fill(`The ${word} lamp repels garden moths: a ${word} lamp repels moths in the garden within nine days.`)
  await page.getByLabel('Status').selectOption('Published')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()

  await expect(async () => {
    await page.goto('/admin/gaps?status=closed')
    await expect(gap).toContainText('the content answers 2 of 2 typical questions now', { timeout: 2000 })
  }).toPass({ timeout: lookMs })
  await expect(gap.getByRole('link', { name: new RegExp(word, 'u') })).toBeVisible()
  await expectAccessible(page)
})
