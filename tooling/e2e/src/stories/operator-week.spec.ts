import type { Frame, Page } from 'playwright/test'
import { type EmptyDeployment, type Login, startEmptyDeployment } from '../empty-deployment.ts'
import { noContent, withoutNumbers } from '../prompted-model.ts'
import { expect as anyExpect, expectAccessible, refusals, test as story } from '../story.ts'
import { covered, forApproval, forArticle, printLeaflets, startTeaShop } from '../tea-shop.ts'
import { accept, frameOf } from '../widget-story.ts'

// A busy machine takes its time: each wait ends as soon as its condition is met.
const waitMs = 90_000
const expect = anyExpect.configure({ timeout: waitMs })
const viewport = { width: 1280, height: 900 }
const dayMs = 86_400_000
const editor: Login = { email: 'editor@tea.example', password: 'nine cups on a shelf' }

// A server of the story's own: it starts with an empty database.
const test = story.extend<{ deployment: EmptyDeployment }>({
  deployment: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
    async ({}, provide, testInfo) => {
      const deployment = await startEmptyDeployment()
      await provide(deployment)
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('server', { body: deployment.output(), contentType: 'text/plain' })
      await deployment.stop()
    },
    { timeout: 240_000 },
  ],
  baseURL: async ({ deployment }, provide) => {
    await provide(deployment.url)
  },
})

test.use({ viewport, actionTimeout: waitMs })

test('a week of a brand: content, questions, gaps, approved answers, a draft that is evaluated, and the weekly e-mail', async ({
  page,
  browser,
  deployment,
  forgiven,
}) => {
  test.setTimeout(8 * waitMs)
  forgiven.push(refusals)
  const site = await startTeaShop()
  const operator = await browser.newPage({ baseURL: deployment.url, viewport })
  const visitor = await browser.newPage({ viewport })
  const today = Date.now()
  const reportDay = today - (today % dayMs) + 3 * dayMs

  await test.step('the administrator invites the editor, makes the widget, and sets the day of the weekly e-mail', async () => {
    await enter(operator, deployment.admin)
    await invite(operator)
    await acceptInvitation(page, deployment)
    site.put('/', { body: await makeWidget(operator) })
    await setReportDay(operator, reportDay)
  })
  await test.step('the editor uploads three PDFs and adds the sitemap', async () => {
    await uploadLeaflets(page, await printLeaflets(browser))
    await addSitemap(page, `${site.origin}/sitemap.xml`)
  })
  const frame = await test.step('visitors ask ten questions', async () => {
    await visitor.goto(site.origin)
    // The launcher's button is in a closed shadow root.
    await visitor.waitForFunction(() => window.OrgChat !== undefined)
    await visitor.evaluate(() => window.OrgChat?.open())
    const widget = await frameOf(visitor)
    await accept(widget)
    for (const { question, answer } of covered) await ask(widget, question, answer)
    for (const question of [forArticle, forApproval]) await ask(widget, question, noContent)
    return widget
  })
  await test.step('the editor finds two gaps, and an article closes the first', async () => {
    await findGaps(page)
    await closeByArticle(page)
    await ask(frame, forArticle, '40 mg of caffeine')
  })
  await test.step('an approved answer closes the second', async () => {
    await closeByAnswer(page)
    await ask(frame, forApproval, 'up to twenty letters')
    await expect(frame.getByRole('log')).toContainText('Reviewed by Ines Tea')
  })
  await test.step('the administrator takes a good answer into the evaluation', async () => {
    await addCase(operator)
  })
  await test.step('an evaluation of a draft of the prompt finds a regression', async () => {
    await findRegression(operator)
  })
  await test.step('the mended draft passes, and is published', async () => {
    await publishDraft(operator)
  })
  await test.step('the weekly e-mail reports the week', async () => {
    // The screens that are open would read from a server that is stopped.
    await page.goto('about:blank')
    await deployment.restartAt(reportDay + 60_000)
    const reports = () =>
      deployment.mail.received.filter(({ text }) => text.includes('Your assistant in the week'))
    await expect.poll(() => reports().length).toBe(1)
    const [report] = reports()
    expect(report?.to).toEqual([editor.email])
    expect(report?.text).toContain('Answers: 12 (the week before: 0)')
    expect(report?.text).toContain('Covered by your content: 83% (10 of 12 questions)')
  })
  await operator.context().close()
  await visitor.context().close()
  await site.close()
})

async function enter(page: Page, { email, password }: Login): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).not.toHaveURL(/\/login/u)
}

async function invite(page: Page): Promise<void> {
  await page.goto('/admin/clients')
  await page.getByLabel('Email address').fill(editor.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent.')).toBeVisible()
}

async function acceptInvitation(page: Page, { mail, url }: EmptyDeployment): Promise<void> {
  const link = () =>
    mail.received
      .find(({ to }) => to.includes(editor.email))
      ?.text.split(/\s/u)
      .find((word) => word.startsWith(url))
  await expect.poll(link).toBeDefined()
  await page.goto(link() ?? '')
  await page.getByLabel('New password').fill(editor.password)
  await page.getByLabel('Confirm password').fill(editor.password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByLabel('Email').fill(editor.email)
  await page.getByLabel('Password').fill(editor.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/client$/u)
}

/** Returns the snippet that embeds the new widget. */
async function makeWidget(page: Page): Promise<string> {
  await page.goto('/admin/configurators')
  await page.getByRole('button', { name: 'New' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tea shop')
  await page.getByLabel('Client owner').selectOption(editor.email)
  await page.getByRole('button', { name: 'Generate / Save' }).click()
  await expect(page.getByRole('heading', { name: 'Preview URL' })).toBeVisible()
  return page.getByRole('textbox', { name: 'Embed snippet' }).inputValue()
}

async function setReportDay(page: Page, time: number): Promise<void> {
  await page.goto('/admin/operations')
  const weekly = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'Weekly emails' }) })
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(time)
  await weekly.getByLabel('Day').selectOption(weekday)
  await weekly.getByLabel('From (UTC hour)').fill('0')
  await weekly.getByRole('button', { name: 'Save changes' }).click()
  await expect(weekly.getByText('Saved.')).toBeVisible()
  await expectAccessible(page)
}

async function uploadLeaflets(page: Page, files: Awaited<ReturnType<typeof printLeaflets>>): Promise<void> {
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

/** Asks in the widget, and waits until the answer is whole: until then the composer keeps the next question. */
async function ask(frame: Frame, question: string, answer: string): Promise<void> {
  const log = frame.getByRole('log')
  const answers = await log.getByRole('article').count()
  const box = frame.getByRole('textbox', { name: 'Message' })
  await box.fill(question)
  await box.press('Enter')
  await expect.poll(() => log.getByRole('article').count()).toBeGreaterThan(answers)
  await expect(log.getByRole('article').last()).toContainText(answer)
  await expect(frame.getByRole('button', { name: 'Stop' })).toHaveCount(0)
}

const gapOf = (page: Page, question: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: question }) })

async function openGaps(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Content gaps' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Content gaps' })).toBeVisible()
}

async function findGaps(page: Page): Promise<void> {
  await openGaps(page)
  await expect(gapOf(page, forApproval)).toBeVisible()
  await expect(gapOf(page, forArticle)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Gaps' }).getByRole('heading')).toHaveCount(2)
  await expectAccessible(page)
}

async function closeByArticle(page: Page): Promise<void> {
  await gapOf(page, forArticle).getByRole('link', { name: 'Write article' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(forArticle)
  await page.getByLabel('Author or publisher').fill('Tea shop')
  await page
    .getByLabel('Text (Markdown)')
    .fill('Oolong contains caffeine: a cup of oolong has about 40 mg of caffeine.')
  await page.getByLabel('Status').selectOption('Published')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await openGaps(page)
  await expect(gapOf(page, forApproval)).toBeVisible()
  await expect(gapOf(page, forArticle)).toHaveCount(0)
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
  await openGaps(page)
  await expect(page.getByText('No gaps in this period')).toBeVisible()
}

/** Takes a good answer into the evaluation. */
async function addCase(page: Page): Promise<void> {
  await page.goto('/admin/review?status=all')
  await page.getByRole('button', { name: /steep chamomile tea/u }).click()
  const answer = page.getByRole('article')
  await answer.getByRole('button', { name: 'Mark as good' }).click()
  // It appears when the mark is stored, and moves the buttons after it.
  await expect(answer.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await answer.getByRole('button', { name: 'Add to evaluation' }).click()
  await expect(answer.getByText('In the evaluation')).toBeVisible()
  await expectAccessible(page)
}

const name = 'Shorter answers'
const draftOf = (page: Page) => page.getByRole('listitem').filter({ hasText: name })
const promptOf = (page: Page) => page.getByLabel('System prompt', { exact: true })

async function findRegression(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const published = await promptOf(page).inputValue()
  await promptOf(page).fill(`${published}\nAnswer in one sentence. ${withoutNumbers}`)
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByLabel('Name of the draft').fill(name)
  await page.getByLabel('Name of the draft').press('Enter')
  const draft = draftOf(page)
  await expect(draft).toContainText('Not evaluated')
  await page.getByRole('button', { name: `Evaluate ${name}` }).click()
  await expect(draft).toContainText('Regressions found')
  await draft.getByRole('link', { name: 'Last evaluation' }).click()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Worse than published')
  await expect(page.getByRole('listitem').filter({ hasText: 'steep chamomile' })).toContainText(
    'Regression in citations',
  )
  await expectAccessible(page)
}

async function publishDraft(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(promptOf(page)).toHaveValue(new RegExp(withoutNumbers, 'u'))
  const text = await promptOf(page).inputValue()
  await promptOf(page).fill(text.replace(withoutNumbers, ''))
  await page.getByRole('button', { name: 'Save draft' }).click()
  const draft = draftOf(page)
  await expect(draft).toContainText('Version 2')
  await page.getByRole('button', { name: `Evaluate ${name}` }).click()
  await expect(draft).toContainText('Evaluation passed')
  await page.getByRole('button', { name: `Publish ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText(`“${name}” is published.`)).toBeVisible()
}
