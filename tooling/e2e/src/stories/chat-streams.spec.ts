import {
  acknowledged,
  ask,
  composer,
  fillLogin,
  openChat,
  sidebar,
  signIn,
  stopButton,
  thread,
} from '../chat-page.ts'
import { openLine } from '../cut-line.ts'
import { test } from '../held-story.ts'
import { expect, refusals } from '../story.ts'

// One server for them all: they run one after the other.
test.describe.configure({ mode: 'default' })

test('a reload in the middle of an answer goes on with it', async ({ page, account, held: { model } }) => {
  const question = `What helps against ${account.email}?`
  await openChat(page, account)
  await ask(page, question)
  await model.say(question, 'First half. ')
  await expect(thread(page)).toContainText('First half.')
  await page.reload()
  await expect(thread(page)).toContainText('First half.')
  await expect(stopButton(page)).toBeVisible()
  await model.say(question, 'Second half.')
  await expect(thread(page)).toContainText('First half. Second half.')
  await model.finish(question)
  await expect(stopButton(page)).toBeHidden()
  expect(model.timesAsked(question)).toBe(1)
})

test('a product that is opened while its answer arrives counts as clicked', async ({
  page,
  account,
  held: { model },
}) => {
  // Without an address: some random letters read as a need in which nothing may be offered.
  const question = 'Which magnesium capsules help me sleep?'
  await openChat(page, account)
  await ask(page, question)
  await model.search(question)
  await model.say(question, 'Try <product>Magnesium Glycinate Capsules</product>. ')
  const pill = thread(page).locator('button.org-product')
  await expect(pill).not.toHaveAttribute('aria-disabled', 'true')
  const stored = page.waitForResponse(/\/opened$/u)
  await pill.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(stopButton(page)).toBeVisible()
  await model.finish(question)
  const response = await stored
  expect(response.status()).toBe(200)
  expect(response.request().postDataJSON()).toMatchObject({ products: ['Magnesium Glycinate Capsules'] })
})

test('what was said while the connection was lost is there once it is back', async ({
  page,
  context,
  account,
  forgiven,
  held: { url, model },
}) => {
  forgiven.push(/net::ERR_/u)
  const question = `What did ${account.email} miss?`
  const line = await openLine(url)
  await signIn(page, account)
  await page.goto(`${line.url}/chat`)
  await ask(page, question)
  await model.say(question, 'Before. ')
  await expect(thread(page)).toContainText('Before.')
  const lost = page.waitForEvent('requestfailed', (request) => request.url() === `${line.url}/api/chat`)
  await context.setOffline(true)
  line.cut()
  await lost
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
  await model.say(question, 'Meanwhile. ')
  const takenUp = page.waitForRequest(/\/api\/chat\/streams\//u)
  line.mend()
  await context.setOffline(false)
  await expect(page.getByText('The connection is back.')).toBeVisible()
  await takenUp
  await model.say(question, 'After.')
  await expect(thread(page)).toContainText('Before. Meanwhile. After.')
  await model.finish(question)
  await expect(stopButton(page)).toBeHidden()
  expect(model.timesAsked(question)).toBe(1)
  await line.close()
})

test('a second tab mirrors the answer, and a stop in one stops both', async ({
  page,
  context,
  account,
  held: { model },
}) => {
  const question = `Who watches ${account.email}?`
  await openChat(page, account)
  await ask(page, question)
  await model.say(question, 'Both ')
  await expect(thread(page)).toContainText('Both')
  await expect(page).toHaveURL(/[?&]c=/u)
  const second = await context.newPage()
  const streamsOfSecond: string[] = []
  second.on('request', (request) => {
    if (/\/api\/chat(?:$|\/streams\/[^/]+$)/u.test(request.url())) streamsOfSecond.push(request.url())
  })
  await second.goto(page.url())
  await expect(thread(second)).toContainText('Both')
  await expect(stopButton(second)).toBeVisible()
  await model.say(question, 'of us.')
  await expect(thread(page)).toContainText('Both of us.')
  await expect(thread(second)).toContainText('Both of us.')
  expect(streamsOfSecond).toEqual([])
  await stopButton(second).click()
  await expect(stopButton(second)).toBeHidden()
  await expect(stopButton(page)).toBeHidden()
  await expect(thread(page)).toContainText('Both of us.')
})

test('an answer goes on while another conversation is looked at', async ({
  page,
  account,
  held: { model },
}) => {
  const question = `What goes on without ${account.email}?`
  await openChat(page, account)
  await ask(page, question)
  await model.say(question, 'One. ')
  await expect(thread(page)).toContainText('One.')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(thread(page).getByText(question)).toBeHidden()
  await expect(stopButton(page)).toBeHidden()
  await model.say(question, 'Two.')
  await model.finish(question)
  await page.goBack()
  await expect(thread(page)).toContainText('One. Two.')
})

test('a conversation that is being answered can be deleted, and nothing of it comes back', async ({
  page,
  account,
  held: { model },
}) => {
  const question = `Forget ${account.email}`
  await openChat(page, account)
  await ask(page, question)
  await model.say(question, 'Never mind.')
  await expect(thread(page)).toContainText('Never mind.')
  await expect(page).toHaveURL(/[?&]c=/u)
  const row = sidebar(page).locator('li', { has: page.locator('[aria-current="page"]') })
  await row.hover()
  await row.getByRole('button', { name: /^Delete/u }).click()
  await page
    .getByRole('alertdialog', { name: 'Delete this conversation?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(thread(page).getByText(question)).toBeHidden()
  await expect(stopButton(page)).toBeHidden()
  await expect(composer(page)).toBeEnabled()
  await model.say(question, 'Ghost.')
  await model.finish(question)
  await page.reload()
  await expect(composer(page)).toBeEnabled()
  await expect(sidebar(page).getByRole('link', { name: 'New chat' })).toBeVisible()
  await expect(sidebar(page).getByRole('link')).toHaveCount(1)
  await expect(thread(page).getByRole('article')).toHaveCount(0)
})

test('a question that is sent twice in haste is asked once', async ({ page, account, held: { model } }) => {
  const question = `How often does ${account.email} ask?`
  await openChat(page, account)
  await composer(page).fill(question)
  await page.getByRole('button', { name: 'Send' }).dblclick()
  await composer(page).press('Enter')
  await model.say(question, 'Once.')
  await expect(thread(page)).toContainText('Once.')
  await model.finish(question)
  await expect(stopButton(page)).toBeHidden()
  await expect(thread(page).getByText(question)).toHaveCount(1)
  expect(model.timesAsked(question)).toBe(1)
})

test('Escape stops an answer from wherever the focus is', async ({ page, account, held: { model } }) => {
  const question = `When does ${account.email} stop?`
  await openChat(page, account)
  await ask(page, question)
  await model.say(question, 'Now.')
  await expect(thread(page)).toContainText('Now.')
  await page.getByRole('button', { name: 'New conversation' }).focus()
  await page.keyboard.press('Escape')
  await expect(stopButton(page)).toBeHidden()
  await expect(thread(page)).toContainText('Now.')
})

test('needsAuth: a visitor who is blocked signs in, comes back, and the question is asked', async ({
  page,
  account,
  forgiven,
  held: { model },
}) => {
  forgiven.push(refusals)
  const asked = `What waits for ${account.email}?`
  await acknowledged(page)
  await page.goto('/chat')
  await expect(page.getByText('Login required to continue')).toBeVisible()
  await composer(page).fill(asked)
  await composer(page).press('Enter')
  await expect(page.getByText('Your question is kept, and asked once you have signed in.')).toBeVisible()
  await expect(composer(page)).toHaveValue(asked)
  expect(model.timesAsked(asked)).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await fillLogin(page, account)
  await model.say(asked, 'Here it is.')
  await model.finish(asked)
  await expect(thread(page)).toContainText('Here it is.')
  await expect(composer(page)).toHaveValue('')
  expect(model.timesAsked(asked)).toBe(1)
})

test('login_required: what a session that has ended leaves unasked stays in the input, and waits for its account', async ({
  page,
  account,
  forgiven,
}) => {
  forgiven.push(refusals)
  const asked = `What is left of ${account.email}?`
  await openChat(page, account)
  await page.context().clearCookies()
  await composer(page).fill(asked)
  await composer(page).press('Enter')
  await expect(page.getByText('Login required to continue')).toBeVisible()
  await expect(thread(page).getByRole('article')).toHaveCount(0)
  await expect(composer(page)).toHaveValue(asked)
  // Somebody else may open the page next.
  await page.reload()
  await expect(composer(page)).toBeEnabled()
  await expect(composer(page)).toHaveValue('')
  await openChat(page, account)
  await expect(composer(page)).toHaveValue(asked)
})
