import { demonstrationPassword, enter, test } from '../own-server.ts'
import { expect, expectAccessible } from '../story.ts'

// A server of its own: widgets and looks that are saved here would change other stories.
test.describe.configure({ mode: 'default' })

test('an invited client chooses a password, arrives at the checklist, and finds there what is done', async ({
  page,
  browser,
  server,
}) => {
  const email = `brand-${Date.now()}@example.com`
  const password = 'four quiet herons wade at noon'
  const context = await browser.newContext({ baseURL: server })
  const admin = await context.newPage()
  await enter(context, server, 'admin@example.com')

  await test.step('an administrator sends the invitation', async () => {
    await admin.goto('/admin')
    await admin.getByRole('link', { name: 'Clients', exact: true }).click()
    await admin.getByLabel('Email address').fill(email)
    await admin.getByRole('button', { name: 'Send invitation' }).click()
    await expect(admin.getByText('Invitation sent.')).toBeVisible()
    await expect(admin.getByRole('list', { name: 'Invitations' })).toContainText(`${email} · Open`)
  })

  await test.step('its link leads to a password, and the sign-in to the room', async () => {
    await page.goto('/outbox')
    await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').click()
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/client$/u)
    await expect(page.getByRole('region', { name: 'Get started' })).toContainText('0 of 4 done')
    await expect(page.getByRole('heading', { name: 'You have no widget yet' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ask for your widget' })).toBeVisible()
  })

  await test.step('the look that the client saves is ticked, and still after a reload', async () => {
    await admin.reload()
    await admin.getByRole('link', { name: `Add a widget: ${email}` }).click()
    await admin.getByRole('textbox', { name: 'Name', exact: true }).fill('Tea house')
    await admin.getByRole('button', { name: 'Generate / Save' }).click()
    await expect(admin.getByRole('heading', { name: 'Preview URL' })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Edit look: Tea house' }).click()
    await page.getByLabel('Accent colour').fill('#b1004f')
    await page.getByRole('button', { name: 'Save look' }).click()
    const checklist = page.getByRole('region', { name: 'Get started' })
    await expect(checklist).toContainText('1 of 4 done')
    await page.reload()
    await expect(checklist).toContainText('1 of 4 done')
    await expect(page.getByLabel('Code to paste')).toHaveValue(/--paint:#b1004f/u)
  })
  await context.close()
})

for (const [theme, width] of [
  ['light', 390],
  ['dark', 1280],
] as const) {
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme: theme })

    test('a client signs in and copies the snippet with three clicks at most', async ({ page, server }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server })
      // On a phone the way is the address of the room, and by the navigation otherwise.
      await page.goto(width === 390 ? '/client' : '/login')
      await page.getByLabel('Email').fill('client@example.com')
      await page.getByLabel('Password').fill(demonstrationPassword)
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
      if (width !== 390) await page.getByRole('link', { name: 'Client Insights' }).click()
      await page.getByRole('button', { name: 'Copy code' }).first().click()
      await expect(page.getByText('Copied').first()).toBeAttached()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('data-cfg=')
      await page.evaluate(() => {
        scrollTo(0, 0)
      })
      await expectAccessible(page)
    })
  })
}
