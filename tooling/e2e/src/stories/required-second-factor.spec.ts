import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright/test'
import { enter, test } from '../own-server.ts'
import { expect, expectAccessible, refusals } from '../story.ts'

// A server of its own: the rule would hold members of other stories.
test.describe.configure({ mode: 'default' })

const password = 'four quiet herons wade at noon'

for (const [theme, width] of [
  ['light', 390],
  ['dark', 1440],
] as const) {
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: theme })

    test('an owner requires a second factor, and a member sets one up before going on', async ({
      page,
      browser,
      server,
      forgiven,
    }) => {
      forgiven.push(refusals, /status of 40[39]/u)
      await enter(page.context(), server, 'client@example.com')
      const ownerEmail = `owner.${width}@department.example`
      const memberEmail = `viewer.${width}@department.example`
      await invite(page, server, { email: ownerEmail, role: 'owner' })
      await invite(page, server, { email: memberEmail, role: 'viewer' })
      const owner = await accept(browser, server, { email: ownerEmail, width, theme })
      const member = await accept(browser, server, { email: memberEmail, width, theme })

      await test.step('an owner without a second factor is asked for one first', async () => {
        await openRule(owner)
        await requireFactor(owner)
        await expect(owner.getByText('Set up a second factor for your own account first.')).toBeVisible()
        await expect(owner.getByRole('checkbox', { name: 'Require a second factor' })).not.toBeChecked()
        await expectAccessible(owner)
      })

      await test.step('with one of their own, they require it of everybody', async () => {
        await owner.goto('/account')
        await setUpApp(owner)
        await expect(owner.getByText('10 recovery codes are left.')).toBeVisible()
        await openRule(owner)
        await requireFactor(owner)
        await expect(owner.getByText('Members must have a second factor.')).toBeVisible()
        await expectAccessible(owner)
        expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      })

      await test.step('the member is led to the set-up, and goes on after it', async () => {
        await member.goto('/client')
        await expect(member).toHaveURL(/\/login/u)
        await member.getByLabel('Email').fill(memberEmail)
        await member.getByLabel('Password').fill(password)
        await member.getByRole('button', { name: 'Login', exact: true }).click()
        await expect(member.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
        await expect(member.getByText(/Your organisation requires one/u)).toBeVisible()
        await expectAccessible(member)
        await setUpApp(member)
        await expect(member).toHaveURL(/\/client$/u)
      })

      await test.step('the rule is turned off again', async () => {
        await owner.reload()
        await owner.getByRole('heading', { name: 'Organisation sign-in' }).click()
        await owner.getByRole('checkbox', { name: 'Require a second factor' }).click()
        await expect(owner.getByText('A second factor is optional now.')).toBeVisible()
      })
      await owner.context().close()
      await member.context().close()
    })
  })
}

async function invite(page: Page, server: string, data: { email: string; role: string }): Promise<void> {
  const headers = { origin: new URL(server).origin }
  const answer = await page.request.post('/api/client/members/invitations', { data, headers })
  expect(answer.ok()).toBe(true)
}

/** Opens the link of an invitation in a browser of its own, and accepts it. */
async function accept(
  browser: Browser,
  server: string,
  { email, width, theme }: { email: string; width: number; theme: 'light' | 'dark' },
): Promise<Page> {
  const viewport = { width, height: 900 }
  const context = await browser.newContext({ baseURL: server, viewport, colorScheme: theme })
  const page = await context.newPage()
  await page.goto('/outbox')
  const link = page
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('link', { name: /\/invitation#token=/u })
    .first()
  const { pathname, hash } = new URL((await link.getAttribute('href')) ?? '', page.url())
  await page.goto(`${pathname}${hash}`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page).toHaveURL(/\/client$/u)
  return page
}

async function openRule(page: Page): Promise<void> {
  await page.goto('/admin/members')
  await page.getByRole('heading', { name: 'Organisation sign-in' }).click()
}

async function requireFactor(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Require a second factor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Require it' }).click()
}

/** Sets an authenticator app up, and confirms the recovery codes. */
async function setUpApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const shown = await page.locator('code').first().innerText()
  const secret = Secret.fromBase32(shown.replaceAll(' ', ''))
  await page.getByRole('textbox', { name: 'Code' }).fill(TOTP.generate({ secret }))
  await page.getByRole('button', { name: 'Confirm code' }).click()
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
}
