import { randomUUID } from 'node:crypto'
import { expect, expectAccessible } from '../story.ts'
import { accept, frameOf, test } from '../widget-story.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('a reviewed answer is approved, and the widget gives it with its reviewer and source', async ({
  page,
  site,
  tag,
  baseURL,
}) => {
  const word = randomUUID().replaceAll(/[\d-]/gu, '').padEnd(8, 'q')
  const signedIn = await page.request.post('/api/login', {
    data: { email: 'admin@example.com', password: 'demonstration-only' },
    headers: { origin: new URL(baseURL ?? '').origin },
  })
  expect(signedIn.status()).toBe(200)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Approved answers' }).click()
  await page.getByRole('link', { name: 'Approve an answer' }).click()
  await page.getByLabel('Question', { exact: true }).fill(`Does ${word} magnesium help with sleep?`)
  await page.getByLabel('Answer (Markdown)').fill('Some people sleep **better** with it')
  await page.getByLabel('Search the content').fill('magnesium and sleep')
  await page.getByLabel('Search the content').press('Enter')
  await page.getByRole('list', { name: 'Passages found' }).getByRole('button').first().click()
  await expect(page.getByLabel('Answer (Markdown)')).toHaveValue('Some people sleep **better** with it [1]')
  await page.getByLabel('Reviewer').fill('Dr. Ada Example')
  await page.getByLabel('Reviewed on').fill('2026-11-02')
  await page.getByLabel('Status').selectOption('Published')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expectAccessible(page)

  site.put('/', { body: tag('data-open="true"') })
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await accept(frame)
  const message = frame.getByRole('textbox', { name: 'Message' })
  await message.fill(`Please tell me if ${word} magnesium helps with sleep`)
  await message.press('Enter')
  const log = frame.getByRole('log')
  await expect(log).toContainText('Reviewed by Dr. Ada Example on November 2, 2026')
  await expect(log).toContainText('Some people sleep better with it')
  await expect(log.getByRole('button', { name: /^Source 1: /u })).toBeVisible()

  // Another number is another question. The composer keeps a question while an answer is written.
  await expect(frame.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await message.fill(`Do 400 mg of ${word} magnesium help with sleep?`)
  await message.press('Enter')
  await expect(log).toContainText('400 mg')
  await expect(frame.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await expect(log.getByText('Reviewed by')).toHaveCount(1)

  await page.goto('/admin/answers')
  const entry = page.getByRole('list', { name: 'Approved answers' }).getByRole('listitem')
  await expect(entry.filter({ hasText: word })).toContainText('Given once')
  await expectAccessible(page)
})
