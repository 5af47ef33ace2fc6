import type { Page } from 'playwright/test'
import { enter, test } from '../own-server.ts'
import { expect, expectAccessible } from '../story.ts'

// A server of its own: members that are invited here would be in other stories.
test.describe.configure({ mode: 'default' })

const password = 'four quiet herons wade at noon'

for (const [theme, width] of [
  ['light', 390],
  ['dark', 900],
  ['light', 1440],
] as const) {
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: theme })

    test('an owner invites a member, who accepts, does what the role includes, and loses access when removed', async ({
      page,
      browser,
      server,
    }) => {
      const email = `a.rather.long.address.of.an.editor.${theme}.${width}@department.of.a.shop.example`
      await enter(page.context(), server, 'client@example.com')

      await test.step('the owner sends the invitation by keyboard', async () => {
        await page.goto('/admin/members')
        await expect(page.getByRole('list', { name: 'Members' })).toContainText('client@example.com')
        await page.getByRole('button', { name: 'Invite member' }).press('Enter')
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Email').fill(email)
        await dialog.getByLabel('Role').selectOption('Editor')
        await expectAccessible(page)
        await dialog.getByLabel('Email').press('Enter')
        await expect(page.getByText('The invitation was sent.')).toBeVisible()
        await expect(page.getByRole('list', { name: 'Pending invitations' })).toContainText(email)
        await expectAccessible(page)
      })

      const context = await browser.newContext({
        baseURL: server,
        viewport: { width, height: 900 },
        colorScheme: theme,
      })
      const invited = await context.newPage()
      await test.step('the link of the e-mail makes the invited person a member', async () => {
        await openInvitation(invited, email)
        await expect(invited.getByText(/You are invited to be a member of/u)).toBeVisible()
        expect(new URL(invited.url()).hash).toBe('')
        await expectAccessible(invited)
        await invited.getByLabel('Password').fill(password)
        const accept = invited.getByRole('button', { name: 'Accept invitation' })
        await expect(accept).toBeInViewport({ ratio: 1 })
        await accept.click()
        await expect(invited).toHaveURL(/\/client$/u)
        const pages = invited.getByRole('navigation', { name: 'Your assistant' })
        await expect(pages.getByRole('link', { name: 'Members' })).toBeVisible()
        await expect(pages.getByRole('link', { name: 'API keys' })).toHaveCount(0)
      })

      await test.step('an editor sees the members and changes none', async () => {
        await invited.goto('/admin/members')
        await expect(invited.getByRole('list', { name: 'Members' })).toContainText(email)
        await expect(invited.getByRole('button', { name: 'Invite member' })).toHaveCount(0)
        await expect(invited.getByRole('button', { name: 'Leave organisation' })).toBeVisible()
        await expectAccessible(invited)
        const answer = await invited.request.get('/api/client/api-keys')
        expect(answer.status()).toBe(403)
      })

      await test.step('a used link says so', async () => {
        const second = await context.newPage()
        await openInvitation(second, email)
        await expect(
          second.getByRole('heading', { name: 'This invitation is no longer valid' }),
        ).toBeVisible()
        await expectAccessible(second)
        await second.close()
      })

      await test.step('the owner removes the member, whose pages close', async () => {
        await page.reload()
        await page.getByRole('button', { name: `Remove ${email}` }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
        await expect(page.getByText('The member was removed.')).toBeVisible()
        await invited.goto('/admin/members')
        await expect(invited).toHaveURL(/\/login/u)
      })
      await context.close()
    })
  })
}

async function openInvitation(page: Page, email: string): Promise<void> {
  await page.goto('/outbox')
  const link = page
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('link', { name: /\/invitation#token=/u })
    .first()
  // The link has the address of the site; this server has another one.
  const { pathname, hash } = new URL((await link.getAttribute('href')) ?? '', page.url())
  await page.goto(`${pathname}${hash}`)
}
