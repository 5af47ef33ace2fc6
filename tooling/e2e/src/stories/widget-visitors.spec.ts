import { startHostSite } from '../host-page.ts'
import { expect } from '../story.ts'
import { accept, ask, frameOf, question, saveWidget, test } from '../widget-story.ts'

// Browsers that block the storage of other sites' frames keep nothing of a visitor's chat from page to page.
test('an answer goes on while its page changes', async ({ page, tag }) => {
  const site = await startHostSite('127.0.0.1')
  site.put('/', { body: tag() })
  site.put('/next', { body: `<h1>Next</h1>${tag()}` })
  await page.goto(site.origin)
  await page.waitForFunction(() => window.OrgChat !== undefined)
  await page.evaluate(() => window.OrgChat?.open())
  const frame = await frameOf(page)
  await accept(frame)
  await frame.getByRole('textbox', { name: 'Message' }).fill(question)
  await page.keyboard.press('Enter')
  await expect(frame.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(frame.locator('[data-from=assistant]')).toContainText('magnesium')
  await page.goto(`${site.origin}/next`)
  const next = await frameOf(page)
  await expect(next.locator('[data-from=user]')).toContainText(question)
  await expect(next.locator('button[data-refs]').first()).toBeVisible()
  await expect(next.getByRole('button', { name: 'Stop' })).toBeHidden()
  await site.close()
})

test('signs a visitor in inside the frame, and shows the conversations where they stand open', async ({
  page,
  baseURL,
  request,
  account,
}) => {
  const id = await saveWidget(request, baseURL, { name: 'Open list', sidebar_collapsed: false })
  const site = await startHostSite('127.0.0.1')
  site.put('/', {
    body: `<script src="${baseURL}/static/embed-loader.js" data-cfg="${id}" data-open="true" async></script>`,
  })
  await page.goto(site.origin)
  let frame = await frameOf(page)
  await accept(frame)
  await frame.getByRole('button', { name: 'Sign in / Sign up' }).click()
  await expect(frame.getByLabel('Email')).toBeFocused()
  await frame.getByRole('button', { name: 'Login' }).click()
  await expect(frame.getByText('Please enter an email address and password.')).toBeVisible()
  await frame.getByRole('button', { name: 'Sign up', exact: true }).click()
  await frame.getByLabel('Email').fill(account.email)
  await frame.getByLabel('Password', { exact: true }).fill(account.password)
  await frame.getByLabel('Confirm password').fill('another one')
  await page.keyboard.press('Enter')
  await expect(frame.getByText('Passwords do not match.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(frame.getByRole('textbox', { name: 'Message' })).toBeFocused()

  // Visitors who must sign in are asked at once, and cannot put it off.
  await page.route('**/api/chat/anon-status*', (route) => route.fulfill({ json: { blocked: true } }))
  await page.reload()
  frame = await frameOf(page)
  await expect(frame.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Close' })).toHaveCount(0)
  // Escape does nothing here, from the form as from the header.
  for (const focused of [frame.getByLabel('Email'), frame.getByRole('button', { name: 'Minimize' })]) {
    await focused.focus()
    await page.keyboard.press('Escape')
    await expect(focused).toBeFocused()
  }
  await expect(frame.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible()
  await frame.getByLabel('Email').fill(account.email)
  await frame.getByLabel('Password').fill(account.password)
  await page.keyboard.press('Enter')
  const control = frame.getByRole('button', { name: 'Conversations', exact: true })
  await expect(control).toHaveAttribute('aria-pressed', 'true')
  await expect(frame.getByRole('heading', { name: 'Sign in to continue' })).toHaveCount(0)
  // The box below the list is usable, and sending shows the messages.
  await ask(frame)
  await expect(control).toHaveAttribute('aria-pressed', 'false')
  const box = frame.getByRole('textbox', { name: 'Message' })
  await control.click()
  await frame.getByRole('button', { name: 'Close the conversations' }).click({ position: { x: 500, y: 200 } })
  await expect(control).toHaveAttribute('aria-pressed', 'false')
  await expect(box).toBeFocused()
  await control.click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(control).toHaveAttribute('aria-pressed', 'false')
  await expect(box).toBeFocused()
  // Nothing of the account is left after it has signed out, also after a reload.
  await page.unroute('**/api/chat/anon-status*')
  await control.click()
  await frame.getByRole('button', { name: 'Sign out' }).click()
  await expect(frame.getByRole('button', { name: 'Sign in / Sign up' })).toBeVisible()
  await expect(frame.locator('[data-from=user]')).toHaveCount(0)
  await page.reload()
  frame = await frameOf(page)
  await expect(frame.getByRole('button', { name: 'Sign in / Sign up' })).toBeVisible()
  await expect(frame.locator('[data-from=user]')).toHaveCount(0)
  await site.close()
})

test('holds one conversation for as long as the tab, where there is to be one', async ({
  page,
  baseURL,
  request,
  account,
  complaints,
}) => {
  const id = await saveWidget(request, baseURL, { name: 'Single', allow_conversations: 'single' })
  const site = await startHostSite('127.0.0.1')
  const body = `<script src="${baseURL}/static/embed-loader.js" data-cfg="${id}" data-open="true" async></script>`
  site.put('/', { body })
  site.put('/next', { body })
  await page.context().addCookies(account.session)
  await page.goto(site.origin)
  const frame = await frameOf(page)
  await accept(frame)
  await ask(frame)
  for (const name of ['New conversation', 'Conversations', 'Sign in / Sign up']) {
    await expect(frame.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await page.goto(`${site.origin}/next`)
  await expect((await frameOf(page)).locator('[data-from=user]')).toContainText(question)
  const other = await page.context().newPage()
  await other.goto(site.origin)
  await expect((await frameOf(other)).getByText('How can I help?')).toBeVisible()
  expect(complaints).toEqual([])
  await site.close()
})
