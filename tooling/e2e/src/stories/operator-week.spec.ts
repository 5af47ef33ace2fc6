import type { Frame, Page } from 'playwright/test'
import { type EmptyDeployment, type Login, startEmptyDeployment } from '../empty-deployment.ts'
import { withoutNumbers } from '../prompted-model.ts'
import { expect, expectAccessible, refusals, test as story } from '../story.ts'
import { covered, forApproval, forArticle, printLeaflets, startTeaShop } from '../tea-shop.ts'
import { accept, frameOf } from '../widget-story.ts'

// The server looks for gaps every 15 s and for weekly e-mails every minute, and a busy machine takes its time.
const backgroundMs = 150_000

const test = story.extend<object, { deployment: EmptyDeployment }>({
  deployment: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
    async ({}, provide) => {
      const deployment = await startEmptyDeployment()
      await provide(deployment)
      await deployment.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ deployment }, provide) => {
    await provide(deployment.url)
  },
})

test.use({ viewport: { width: 1280, height: 900 } })

test('a week of a brand: content, questions, gaps, approved answers, a draft that is evaluated, and the weekly e-mail', async ({
  page: editor,
  browser,
  deployment,
  forgiven,
}) => {
  test.setTimeout(6 * backgroundMs)
  forgiven.push(refusals)
  const site = await startTeaShop()
  const operator = await browser.newPage({ baseURL: deployment.url, viewport: { width: 1280, height: 900 } })
  await enter(operator, deployment.admin)
  await enter(editor, deployment.client)

  await test.step('the operator makes the widget of the brand', async () => {
    site.put('/', { body: await makeWidget(operator, deployment.client.email) })
  })
  await test.step('the editor uploads three PDFs and adds the sitemap', async () => {
    await uploadLeaflets(editor, await printLeaflets(browser))
    await addSitemap(editor, `${site.origin}/sitemap.xml`)
  })
  await test.step('visitors ask ten questions', async () => {
    const visitor = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await visitor.goto(site.origin)
    await visitor.getByRole('button').click()
    const frame = await frameOf(visitor)
    await accept(frame)
    for (const { question, answer } of covered) await ask(frame, question, answer)
    for (const question of [forArticle, forApproval])
      await ask(frame, question, 'I have no content about this.')
    await visitor.close()
  })
  await test.step('the editor finds the two gaps and closes both', async () => {
    await closeByArticle(editor)
    await closeByAnswer(editor)
  })
  await test.step('the operator evaluates a draft of the prompt, mends it, and publishes it', async () => {
    await addCase(operator)
    await publishDraft(operator)
  })
  await test.step('the weekly e-mail reports the week', async () => {
    await deployment.startLater(await untilReport(operator))
    await expect.poll(() => deployment.mails.length, { timeout: backgroundMs }).toBe(1)
    const [mail] = deployment.mails
    expect(mail?.to).toEqual([deployment.client.email])
    expect(mail?.text).toContain('Answers: 10')
    expect(mail?.text).toContain('Covered by your content: 80% (8 of 10 questions)')
  })
  await operator.context().close()
  await site.close()
})

async function enter(page: Page, { email, password }: Login): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/chat/u)
}

/** Returns the snippet that embeds the new widget. */
async function makeWidget(page: Page, owner: string): Promise<string> {
  await page.goto('/admin/configurators')
  await page.getByRole('button', { name: 'New' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tea shop')
  await page.getByLabel('Client owner').selectOption(owner)
  await page.getByRole('button', { name: 'Generate / Save' }).click()
  await expect(page.getByRole('heading', { name: 'Preview URL' })).toBeVisible()
  const snippet = page.locator('pre, code, textarea').filter({ hasText: '<script' }).first()
  return (await snippet.textContent()) ?? ''
}

async function uploadLeaflets(page: Page, files: Awaited<ReturnType<typeof printLeaflets>>): Promise<void> {
  await page.goto('/client')
  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await page.getByRole('link', { name: 'Uploads', exact: true }).click()
  await page.locator('input[type=file]').setInputFiles(files)
  await page.getByLabel('Author or publisher').fill('Tea shop')
  await page.getByRole('button', { name: 'Upload 3 files' }).click()
  const imported = page.getByRole('listitem').filter({ hasText: 'chamomile.pdf and 2 more' })
  await expect(imported).toContainText('3 added')
  await expect(imported.getByText('Done', { exact: true })).toBeVisible()
}

async function addSitemap(page: Page, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Sources', exact: true }).click()
  await page.getByRole('button', { name: 'Add a source' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByLabel('Author or publisher').fill('Tea shop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: `Read now: ${address}` }).click()
  const imported = page.getByRole('listitem').filter({ hasText: 'Sync' })
  await expect(imported).toContainText('2 added')
  await expectAccessible(page)
}

/** Asks in the widget, and waits until the answer is whole. */
async function ask(frame: Frame, question: string, answer: string): Promise<void> {
  const box = frame.getByRole('textbox', { name: 'Message' })
  await box.fill(question)
  await box.press('Enter')
  await expect(frame.getByRole('log')).toContainText(question)
  await expect(frame.getByRole('log').getByRole('article').last()).toContainText(answer)
  await expect(frame.getByRole('button', { name: 'Stop' })).toHaveCount(0)
}

const gapOf = (page: Page, question: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: question }) })

async function closeByArticle(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Content gaps' }).click()
  const list = page.getByRole('list', { name: 'Gaps' })
  await expect(list.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(2, {
    timeout: backgroundMs,
  })
  await expect(gapOf(page, forApproval)).toBeVisible()
  await expectAccessible(page)
  await gapOf(page, forArticle).getByRole('link', { name: 'Write article' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(forArticle)
  await page.getByLabel('Author or publisher').fill('Tea shop')
  await page
    .getByLabel('Text (Markdown)')
    .fill('Oolong contains caffeine: a cup of oolong has about 40 mg of caffeine.')
  await page.getByLabel('Status').selectOption('Published')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('link', { name: 'Content gaps' }).first().click()
  await expect(gapOf(page, forArticle)).toHaveCount(0, { timeout: backgroundMs })
  await page.getByLabel('Status').selectOption('Closed')
  await expect(gapOf(page, forArticle)).toContainText('answers 1 of 1 typical questions now')
  await expect(gapOf(page, forArticle).getByRole('link', { name: forArticle })).toBeVisible()
  await page.getByLabel('Status').selectOption('Open')
}

async function closeByAnswer(page: Page): Promise<void> {
  await gapOf(page, forApproval).getByRole('link', { name: 'Approve an answer' }).click()
  await expect(page.getByLabel('Question', { exact: true })).toHaveValue(forApproval)
  await page
    .getByLabel('Answer (Markdown)')
    .fill('Yes. We engrave up to twenty letters on a wooden gift box.')
  await page.getByLabel('Reviewer').fill('Ines Tea')
  await page.getByLabel('Status').selectOption('Published')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('link', { name: 'Content gaps' }).first().click()
  await expect(gapOf(page, forApproval)).toHaveCount(0, { timeout: backgroundMs })
}

/** Takes a good answer into the evaluation. */
async function addCase(page: Page): Promise<void> {
  await page.goto('/admin')
  await page.getByRole('link', { name: /^Review/u }).click()
  await page.getByLabel('Status').selectOption('All')
  await page.getByRole('button', { name: /steep chamomile tea/u }).click()
  const answer = page.getByRole('article')
  await answer.getByRole('button', { name: 'Mark as good' }).click()
  await answer.getByRole('button', { name: 'Add to evaluation' }).click()
  await expect(answer.getByText('In the evaluation')).toBeVisible()
  await expectAccessible(page)
}

async function publishDraft(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const prompt = page.getByLabel('System prompt', { exact: true })
  const published = await prompt.inputValue()
  await prompt.fill(`${published}\nAnswer in one sentence. ${withoutNumbers}`)
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByLabel('Name of the draft').fill('Shorter answers')
  await page.getByLabel('Name of the draft').press('Enter')
  const draft = page.getByRole('listitem').filter({ hasText: 'Shorter answers' })
  await expect(draft).toContainText('Not evaluated')
  await page.getByRole('button', { name: 'Evaluate Shorter answers' }).click()
  await expect(draft).toContainText('Regressions found', { timeout: backgroundMs })
  await draft.getByRole('link', { name: 'Last evaluation' }).click()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Worse than published')
  await expect(page.getByRole('listitem').filter({ hasText: 'steep chamomile' })).toContainText(
    'Regression in citations',
  )
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Shorter answers' }).click()
  await prompt.fill(`${published}\nAnswer in one sentence.`)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(draft).toContainText('Version 2')
  await page.getByRole('button', { name: 'Evaluate Shorter answers' }).click()
  await expect(draft).toContainText('Evaluation passed', { timeout: backgroundMs })
  await page.getByRole('button', { name: 'Publish Shorter answers' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('“Shorter answers” is published.')).toBeVisible()
}

const dayMs = 86_400_000

/** Milliseconds until the weekly e-mail about today. */
async function untilReport(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Operations' }).click()
  await expect(page.getByText(/^Next: /u)).toBeVisible()
  await expectAccessible(page)
  const answer = await page.request.get('/api/admin/weekly-report')
  const next = Date.parse(String(Object(await answer.json()).next_at))
  // The week of an e-mail ends on the day before it.
  const isBeforeToday = next - (next % dayMs) <= Date.now()
  return next + (isBeforeToday ? 7 * dayMs : 0) + 60_000 - Date.now()
}
