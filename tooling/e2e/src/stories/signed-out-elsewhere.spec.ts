import type { BrowserContext, Page } from 'playwright/test'
import { demonstrationPassword, enter, test } from '../own-server.ts'
import { expect, expectAccessible, refusals } from '../story.ts'

const admin = 'admin@example.com'

// A server of its own: sessions of one administrator are ended here.
test.describe.configure({ mode: 'default' })

/** Drafts of the admin pages: how one is begun, and how it is recognised afterwards. */
const drafts = [
  {
    what: 'the master settings',
    path: '/admin',
    write: async (page: Page) => {
      await page.getByLabel('System prompt', { exact: true }).fill('Half a prompt')
      await expect(page.getByText('1 unsaved change')).toBeVisible()
    },
    expectDraft: async (page: Page) => {
      await expect(page.getByLabel('System prompt', { exact: true })).toHaveValue('Half a prompt')
      await expect(page.getByText('1 unsaved change')).toBeVisible()
    },
  },
  {
    what: 'the entitlement editor',
    path: '/admin',
    write: async (page: Page) => {
      const editor = editorOf(page)
      await editor.getByLabel('User email').fill('someone@example.com')
      await editor.getByLabel('Search authors').fill('Heart')
      await editor.getByLabel('Select All authors').check()
    },
    expectDraft: async (page: Page) => {
      const editor = editorOf(page)
      await expect(editor.getByLabel('User email')).toHaveValue('someone@example.com')
      await expect(editor.getByLabel('Search authors')).toHaveValue('Heart')
      await expect(editor.getByLabel('Select All authors')).toBeChecked()
    },
  },
  {
    what: 'a new widget',
    path: '/admin/configurators',
    write: async (page: Page) => {
      await page.getByRole('button', { name: 'New' }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half a widget')
    },
    expectDraft: async (page: Page) => {
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half a widget')
    },
  },
  {
    what: 'a stored widget',
    path: '/admin/configurators',
    write: async (page: Page) => {
      await page.getByRole('button', { name: 'Edit Wellness shop' }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Wellness shop, half renamed')
    },
    expectDraft: async (page: Page) => {
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
        'Wellness shop, half renamed',
      )
    },
  },
]

for (const { what, path, write, expectDraft } of drafts) {
  test(`signed out in another tab: ${what} is hidden after focus, and the same person finds the draft`, async ({
    page,
    context,
    server,
    forgiven,
  }) => {
    forgiven.push(refusals)
    await enter(context, server, admin)
    await page.goto(path)
    await write(page)

    const elsewhere = await context.newPage()
    await elsewhere.goto('/disclaimer')
    await signOut(context, server)
    await focus(page)
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    await expect(page.getByText(/Half a|Heart|half renamed/u).filter({ visible: true })).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expectAccessible(page)

    await signInFromLink(page, context)
    await focus(page)
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeHidden()
    await expectDraft(page)
    await focus(page)
    await expectDraft(page)
  })
}

test('a hidden page with a draft asks before it is left by a link or by Back', async ({
  page,
  context,
  server,
  forgiven,
}) => {
  forgiven.push(refusals)
  await enter(context, server, admin)
  await page.goto('/disclaimer')
  await page.getByRole('link', { name: 'Admin', exact: true }).first().click()
  await page.getByLabel('System prompt', { exact: true }).fill('Half a prompt')
  await signOut(context, server)
  await focus(page)
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.goBack()
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/\/admin$/u)
  await enter(context, server, admin)
  await focus(page)
  await expect(page.getByLabel('System prompt', { exact: true })).toHaveValue('Half a prompt')
  await signOut(context, server)
  await focus(page)
  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/about$/u)
})

test('reads of a hidden page that were refused do not end its draft', async ({
  page,
  context,
  server,
  forgiven,
}) => {
  forgiven.push(refusals)
  await enter(context, server, admin)
  await page.goto('/admin/configurators')
  await page.getByRole('button', { name: 'New' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half a widget')
  await signOut(context, server)
  // The session check is slow: the page's own reads are refused before it.
  await page.route('**/api/me', async (route) => {
    await refused
    await route.continue()
  })
  const refused = page.waitForResponse((answer) => answer.status() === 401)
  await page.clock.install()
  await page.clock.fastForward('10:00')
  await focus(page)
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await enter(context, server, admin)
  await page.unroute('**/api/me')
  await focus(page)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half a widget')
})

function editorOf(page: Page) {
  return page.locator('details', { has: page.getByRole('heading', { name: 'User Entitlements Editor' }) })
}

/** Brings the tab back: headless browsers send no focus event for it. */
async function focus(page: Page): Promise<void> {
  const checked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/me')
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await checked
}

/** Signs in through the link of the hidden page, which opens a tab of its own. */
async function signInFromLink(page: Page, context: BrowserContext): Promise<void> {
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  const tab = await opened
  await tab.getByLabel('Email').fill(admin)
  await tab.getByLabel('Password', { exact: true }).fill(demonstrationPassword)
  await tab.getByRole('button', { name: 'Login' }).click()
  await expect(tab).toHaveURL(/\/admin/u)
  await tab.close()
}

async function signOut(context: BrowserContext, server: string): Promise<void> {
  const answer = await context.request.post('/api/logout', { headers: { origin: server } })
  expect(answer.ok()).toBe(true)
}
