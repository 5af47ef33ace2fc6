import type { Page } from 'playwright/test'
import { type Account, expect, expectAccessible, refusals, test } from '../story.ts'

test('a guard leads to /login and, after it, back to where the person was going', async ({
  page,
  account,
}) => {
  await page.goto('/account')
  await expect(page).toHaveURL('/login?from=%2Faccount')
  await signIn(page, account)
  await expect(page).toHaveURL('/account')
  await page.getByRole('button', { name: `Hi, ${account.email}!` }).click()
  await expect(
    page.getByRole('region', { name: 'You' }).getByRole('link', { name: 'Account' }),
  ).toHaveAttribute('href', '/account')
})

test('Back from the sign-in leads to where the person was, not to the address that led there', async ({
  page,
}) => {
  await page.goto('/about')
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('the tokens of a link leave the address and the history before anything is asked', async ({
  page,
  forgiven,
}) => {
  forgiven.push(refusals)
  const seen: string[] = []
  await page.route('**/api/auth/callback', async (route) => {
    seen.push(page.url())
    await route.fulfill({ status: 401, json: { error: 'Used.', code: 'invalid_credentials' } })
  })
  await page.goto('/auth/callback#access_token=a&refresh_token=b&type=recovery')
  await expect(page.getByText('Auth error')).toBeVisible()
  expect(seen).toHaveLength(1)
  expect(seen[0]).not.toContain('access_token')
  expect(page.url()).not.toContain('#')
})

test('an account shows its sessions, signs one out, and deletes itself', async ({
  page,
  account,
  request,
  baseURL,
  forgiven,
}) => {
  // After the account is deleted, the chat requests the conversations again and gets 401.
  forgiven.push(refusals)
  await test.step('a second place is signed in', async () => {
    const { email, password } = account
    const answer = await request.post('/api/login', {
      data: { email, password },
      headers: { origin: new URL(baseURL ?? '').origin },
    })
    expect(answer.ok()).toBe(true)
    await page.context().addCookies(account.session)
    await page.goto('/account')
    await expect(page.getByText('This device')).toBeVisible()
  })

  for (const width of [390, 1280]) {
    await test.step(`it is accessible at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 })
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  }

  await test.step('every other place is signed out', async () => {
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(page.getByText('Signed out there.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Sign out:/u })).toHaveCount(0)
    expect(await (await request.get('/api/me')).json()).toMatchObject({ authenticated: false })
  })

  await test.step('the account goes, and the person is a visitor', async () => {
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'Delete for ever' }).click()
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  })
})

test('a lost password: the link from the outbox leads to a new one, which signs in', async ({
  page,
  account,
}) => {
  const password = 'another-one-for-this-test'

  await test.step('a link is asked for, and the e-mail is in the outbox', async () => {
    await page.goto('/reset-password')
    await page.getByLabel('Email').fill(account.email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByText('If the email exists, a reset link was sent.')).toBeVisible()
    await page.getByRole('link', { name: 'Open the outbox' }).click()
    await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
    const mail = page.getByRole('listitem').filter({ hasText: account.email })
    // It is written after the answer.
    await expect(async () => {
      await page.reload()
      await expect(mail).toContainText('Choose a new password', { timeout: 500 })
    }).toPass()
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await expectAccessible(page)
    }
    await mail.getByRole('link').click()
  })

  await test.step('the link leads to a new password, and that to the sign-in', async () => {
    // Links name this machine by another name than the tests do.
    await expect(page).toHaveURL(/\/set-password$/u)
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page).toHaveURL(/\/login$/u)
    await expect(page.getByText('Your new password is set. Sign in with it.')).toBeVisible()
  })

  await test.step('the new password signs in', async () => {
    await signIn(page, { ...account, password })
    await expect(page).toHaveURL(/\/chat/u)
    await expect(page.getByRole('button', { name: `Hi, ${account.email}!` })).toBeVisible()
  })
})

async function signIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}
