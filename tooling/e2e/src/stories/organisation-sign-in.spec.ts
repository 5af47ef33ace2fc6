import { findFreePort, type IdentityProvider, startApi, startIdentityProvider } from '@org/services'
import type { Page } from 'playwright/test'
import { enter } from '../own-server.ts'
import { expect, expectAccessible, refusals, test as story } from '../story.ts'

/** A server whose clients may have a provider on this machine. */
const test = story.extend<object, { server: string }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern.
    async ({}, provide) => {
      const port = String(await findFreePort())
      const server = await startApi({
        PORT: port,
        // The provider leads back to this address.
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        PRIVATE_SOURCES: 'clients',
      })
      await provide(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ server }, provide) => {
    await provide(server)
  },
})
test.describe.configure({ mode: 'default' })

for (const [theme, width] of [
  ['light', 390],
  ['dark', 1440],
] as const) {
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: theme })

    test('an owner sets the provider of the organisation up, tests it, and a member signs in by it', async ({
      page,
      browser,
      server,
      forgiven,
    }) => {
      forgiven.push(refusals, /status of 40[349]/u)
      const domain = `department-${width}.shop.example`
      const email = `ada.of.a.rather.long.name@${domain}`
      await enter(page.context(), server, 'client@example.com')
      await openSettings(page)
      const provider = await startIdentityProvider([await redirectUriOn(page)])
      provider.people.set('ada', { email, email_verified: true, groups: ['editors'] })
      provider.people.set('guest', { email: `guest@${domain}`, email_verified: true })

      await test.step('the owner claims a domain, which an administrator confirms', async () => {
        await page.getByLabel('Domain', { exact: true }).fill(domain)
        await page.getByRole('button', { name: 'Add domain' }).press('Enter')
        const domains = page.getByRole('list', { name: 'Domains' })
        await expect(domains).toContainText(`_organisation-sign-in.${domain}`)
        await expectAccessible(page)
        await confirmAsAdministrator(page, server, domain)
        await openSettings(page)
        await expect(domains).toContainText('Confirmed by an administrator')
      })

      await test.step('the owner saves the provider and tests it', async () => {
        await fillProvider(page, provider)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await expect(page.getByText('The identity provider was saved.')).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Test sign-in' }).click()
        await signInAtProvider(page, 'ada')
        await expect(page.getByText('The test was successful')).toBeVisible()
        await expect(page.getByText(email)).toBeVisible()
        expect(new URL(page.url()).search).toBe('')
        await expectAccessible(page)
        await page.getByRole('link', { name: 'Back to the members' }).click()
        // The page before has a heading of the same name.
        await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
        await page.getByRole('heading', { name: 'Organisation sign-in' }).click()
        await expect(page.getByText(/Last successful sign-in or test/u)).toBeVisible()
      })

      const context = await browser.newContext({
        baseURL: server,
        viewport: { width, height: 900 },
        colorScheme: theme,
      })
      const member = await context.newPage()
      await test.step('a person of the domain signs in and is an editor', async () => {
        await startAt(member, email)
        await signInAtProvider(member, 'ada')
        await expect(member).toHaveURL(/\/chat$/u)
        await member.goto('/client')
        const pages = member.getByRole('navigation', { name: 'Your assistant' })
        await expect(pages.getByRole('link', { name: 'Members' })).toBeVisible()
        await pages.getByRole('link', { name: 'Members' }).click()
        await expect(member.getByRole('list', { name: 'Members' })).toContainText(email)
        await expect(member.getByRole('heading', { name: 'Organisation sign-in' })).toHaveCount(0)
        // Neither the code nor the state stays in the history.
        await member.goBack()
        expect(member.url()).not.toContain('code=')
      })

      await test.step('a person without a group is told why they have no access', async () => {
        const other = await browser.newContext({ baseURL: server, colorScheme: theme })
        const guest = await other.newPage()
        await startAt(guest, `guest@${domain}`)
        await signInAtProvider(guest, 'guest')
        await expect(guest.getByText(/The organisation gives you no access/u)).toBeVisible()
        await expectAccessible(guest)
        await startAt(guest, 'somebody@nobody.example')
        await expect(guest.getByText('No organisation signs in with this address.')).toBeVisible()
        await other.close()
      })

      await test.step('the removal of the provider signs the member out', async () => {
        await page.getByRole('button', { name: 'Remove identity provider' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Remove identity provider' }).click()
        await expect(page.getByText('The identity provider was removed.')).toBeVisible()
        await member.goto('/client')
        await expect(member).toHaveURL(/\/login/u)
      })
      await context.close()
      await provider.stop()
    })
  })
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/admin/members')
  await page.getByRole('heading', { name: 'Organisation sign-in' }).click()
}

async function redirectUriOn(page: Page): Promise<string> {
  const uri = page.getByText(/\/auth\/organisation\//u)
  await expect(uri).toBeVisible()
  return (await uri.textContent()) ?? ''
}

async function fillProvider(page: Page, { issuer, clientId, clientSecret }: IdentityProvider): Promise<void> {
  await page.getByLabel('Issuer').fill(issuer)
  await page.getByLabel('Client ID').fill(clientId)
  await page.getByLabel('Client secret', { exact: true }).fill(clientSecret)
  await page.getByLabel('Scopes').fill('openid email groups')
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByLabel('Group', { exact: true }).fill('editors')
  await page.getByLabel('Role', { exact: true }).selectOption('Editor')
}

async function confirmAsAdministrator(page: Page, server: string, domain: string): Promise<void> {
  const { id }: { id: string } = await organisationOf(page)
  const context = await page.context().browser()?.newContext({ baseURL: server })
  if (context === undefined) throw new Error('There is no browser.')
  await enter(context, server, 'admin@example.com')
  const headers = { origin: new URL(server).origin }
  const settings: { domains: { id: string; domain: string }[] } = await (
    await context.request.get(`/api/client/sign-in?client_id=${id}`)
  ).json()
  const claimed = settings.domains.find((each) => each.domain === domain)
  const confirmed = await context.request.post(`/api/admin/sign-in-domains/${claimed?.id}/confirm`, {
    headers,
  })
  expect(confirmed.status()).toBe(200)
  await context.close()
}

async function organisationOf(page: Page): Promise<{ id: string }> {
  const settings: { organisation: { id: string } } = await (
    await page.request.get('/api/client/sign-in')
  ).json()
  return settings.organisation
}

async function startAt(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign in with your organisation' }).click()
}

async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}
