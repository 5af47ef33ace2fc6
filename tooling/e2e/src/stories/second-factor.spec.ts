import type { Page } from 'playwright/test'
import { Secret, TOTP } from 'otpauth'
import { type Account, expect, expectAccessible, refusals, test } from '../story.ts'

/** Milliseconds of one code. */
const period = 30_000

/** A refused call and a refused second step are logged by the browser. */
const refused = [refusals, /status of 403/u]

test('an authenticator app: set up, the second step of the next sign-in, and a recovery code', async ({
  page,
  account,
  forgiven,
}) => {
  forgiven.push(...refused)
  await page.context().addCookies(account.session)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const shown = await page.locator('code').first().innerText()
  const secret = Secret.fromBase32(shown.replaceAll(' ', ''))
  // The server refuses codes of steps that it has seen, and accepts the code of the next step. Neither code below depends
  // on the moment at which a step ends.
  const codeOf = (steps: number) => TOTP.generate({ secret, timestamp: Date.now() + steps * period })
  await expectAccessible(page)

  await test.step('a code confirms it, and the recovery codes are shown once', async () => {
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(0))
    await page.getByRole('button', { name: 'Confirm code' }).click()
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  const recovery = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .first()
    .innerText()
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await test.step('the next sign-in takes a code', async () => {
    await signOutAndIn(page, account)
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(1))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page).toHaveURL('/account')
  })

  await test.step('a recovery code signs in, too, and is used up', async () => {
    await signOutAndIn(page, account)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill(recovery)
    await page.getByRole('textbox', { name: 'Code' }).press('Enter')
    await expect(page).toHaveURL('/account')
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
  })
})

test('a passkey: added, the second step of a sign-in, a sign-in by itself, and removed', async ({
  page,
  account,
  baseURL,
  forgiven,
}) => {
  forgiven.push(...refused)
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // An address of numbers has no passkeys: the site's own name is used.
  const site = new URL(baseURL ?? '')
  site.hostname = 'localhost'
  await page.goto(new URL('/login?from=%2Faccount', site).href)
  await fillIn(page, account)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(page.getByRole('list', { name: 'Second factors' }).getByRole('listitem')).toHaveCount(1)

  await test.step('it is the second step', async () => {
    await signOutAndIn(page, account)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(/\/account$/u)
  })

  await test.step('it signs in by itself', async () => {
    await page.context().clearCookies()
    await page.goto(new URL('/login?from=%2Faccount', site).href)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(/\/account$/u)
  })

  await test.step('it is removed, and the password alone signs in', async () => {
    await page.getByRole('button', { name: /^Remove /u }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No second factor is set up.')).toBeVisible()
    await signOutAndIn(page, account)
    await expect(page).toHaveURL(/\/account$/u)
  })
})

async function signOutAndIn(page: Page, account: Account): Promise<void> {
  await page.context().clearCookies()
  await page.goto(new URL('/login?from=%2Faccount', page.url()).href)
  await fillIn(page, account)
}

async function fillIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
