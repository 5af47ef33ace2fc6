import type { Page } from 'playwright'
import { accountShots } from './account-shots.ts'
import { adminShots } from './admin-shots.ts'
import { analyticsShots } from './analytics-shots.ts'
import { answerShots } from './answer-shots.ts'
import { chatShots } from './chat-shots.ts'
import { configuratorShots } from './configurator-shots.ts'
import { contentShots } from './content-shots.ts'
import { embedShots } from './embed-shots.ts'
import { memberShots } from './member-shots.ts'
import { operatorShots } from './operator-shots.ts'

/** Viewer: a visitor, or one of the demonstration accounts. */
export type Viewer = 'visitor' | 'user' | 'client' | 'admin'

/** One thing to look at: a route, perhaps brought into a state first. */
export interface Shot {
  /** Path, as in the browser's address. */
  route: string
  /** Name of the state; absent for the initial state of the route. */
  state?: string
  viewers: readonly Viewer[]
  /** True to capture the full scrollable page. @default false */
  fullPage?: boolean
  /** Brings the page into the state. The page has already opened the route. */
  prepare?: (page: Page) => Promise<void>
}

const everybody: readonly Viewer[] = ['visitor', 'user', 'client', 'admin']
const question = 'How much magnesium does an adult need, and what helps me sleep?'

/** Every route and state there is; a new one belongs here as soon as it exists. */
export const shots: readonly Shot[] = [
  { route: '/about', viewers: everybody, fullPage: true },
  { route: '/about', state: 'menu', viewers: ['user', 'admin'], prepare: openMenu },
  { route: '/products', viewers: everybody, fullPage: true, prepare: waitForPlans },
  { route: '/products', state: 'subscriber', viewers: ['user'], prepare: subscribe },
  { route: '/products', state: 'loading', viewers: ['visitor'], prepare: holdPlans },
  { route: '/products', state: 'no plans', viewers: ['visitor'], prepare: showNoPlans },
  { route: '/products', state: 'error', viewers: ['visitor'], prepare: failPlans },
  { route: '/products', state: 'checkout refused', viewers: ['visitor'], prepare: checkOut },
  { route: '/contact', viewers: everybody, fullPage: true },
  { route: '/contact', state: 'error', viewers: ['visitor'], prepare: sendEmptyContact },
  { route: '/contact', state: 'sending', viewers: ['visitor'], prepare: holdContact },
  { route: '/contact', state: 'failed', viewers: ['visitor'], prepare: failContact },
  { route: '/contact', state: 'sent', viewers: ['visitor'], prepare: sendContact },
  { route: '/disclaimer', viewers: everybody, fullPage: true },
  { route: '/privacy', viewers: ['visitor'], fullPage: true },
  { route: '/terms', viewers: ['visitor'], fullPage: true },
  { route: '/login', viewers: ['visitor', 'user'] },
  { route: '/login', state: 'error', viewers: ['visitor'], prepare: refuseLogin },
  { route: '/login', state: 'busy', viewers: ['visitor'], prepare: holdLogin },
  { route: '/signup', viewers: ['visitor'] },
  { route: '/signup', state: 'strength', viewers: ['visitor'], prepare: typePassword },
  { route: '/signup', state: 'sent', viewers: ['visitor'], prepare: signUp },
  { route: '/reset-password', viewers: ['visitor'] },
  { route: '/reset-password', state: 'sent', viewers: ['visitor'], prepare: askForLink },
  { route: '/set-password', viewers: ['visitor', 'user'] },
  { route: '/set-password', state: 'error', viewers: ['visitor'], prepare: typeTwoPasswords },
  { route: '/auth/callback', viewers: ['visitor'] },
  { route: '/auth/callback', state: 'pending', viewers: ['visitor'], prepare: holdCallback },
  { route: '/account', viewers: ['user'], fullPage: true },
  { route: '/account', state: 'error', viewers: ['user'], prepare: failSessions },
  { route: '/account', state: 'delete', viewers: ['user'], prepare: askToDelete },
  { route: '/nowhere', viewers: ['visitor', 'user'] },
  { route: '/nowhere', state: 'failed', viewers: ['visitor'], prepare: failPage },
  { route: '/nowhere', state: 'crashed', viewers: ['visitor'], prepare: crash },
  ...analyticsShots,
  ...adminShots,
  ...operatorShots,
  ...accountShots,
  ...memberShots,
  ...contentShots,
  ...configuratorShots,
  ...embedShots,
  ...chatShots,
  ...answerShots,
]

async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /menu/iu })
  if (await button.isVisible()) await button.click()
}

async function refuseLogin(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByText('Please enter email and password.').first().waitFor()
}

async function waitForPlans(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Plans' })
    .getByText(/Choose this plan|No plans available yet/u)
    .first()
    .waitFor()
}

async function showCatalog(page: Page, products: readonly unknown[]): Promise<void> {
  await page.route('**/api/billing/catalog', (route) => route.fulfill({ json: { products } }))
  await page.reload()
}

async function subscribe(page: Page): Promise<void> {
  await page.route('**/api/billing/status', (route) =>
    route.fulfill({ json: { active: true, plan: 'Growth' } }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Manage subscription' }).waitFor()
  await showPlansSection(page)
}

async function showPlansSection(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Plans' })
    .evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
}

async function holdPlans(page: Page): Promise<void> {
  await page.route('**/api/billing/catalog', holdForever)
  await page.reload()
  await page.getByText('Loading plans…').waitFor()
  await showPlansSection(page)
}

/** Never answers; the page is closed while it waits. */
async function holdForever(): Promise<void> {
  await new Promise<never>(() => undefined)
}

async function checkOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Choose this plan/u })
    .first()
    .click()
  await page.getByText('Checkout error').waitFor()
  await showPlansSection(page)
}

async function showNoPlans(page: Page): Promise<void> {
  await showCatalog(page, [])
  await page.getByText('No plans available yet.').waitFor()
  await showPlansSection(page)
}

async function failPlans(page: Page): Promise<void> {
  await page.route('**/api/billing/catalog', (route) =>
    route.fulfill({ status: 500, json: { error: 'Broken' } }),
  )
  await page.reload()
  await page.getByText('Could not load plans.').waitFor()
  await showPlansSection(page)
}

async function sendEmptyContact(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Please fill out all fields.').waitFor()
}

async function writeContact(page: Page, status: number): Promise<void> {
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status, json: { ok: status === 200, error: 'Broken' } }),
  )
  await page.getByLabel('Name').fill('Ada Grove')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Message').fill('Does the widget work on a site that is not in English?')
  await page.getByRole('button', { name: 'Send' }).click()
}

async function failContact(page: Page): Promise<void> {
  await writeContact(page, 500)
  await page.getByText('Sorry, something went wrong.').waitFor()
}

async function sendContact(page: Page): Promise<void> {
  await writeContact(page, 200)
  await page.getByText('Thanks!').waitFor()
}

async function holdContact(page: Page): Promise<void> {
  await page.route('**/api/contact', holdForever)
  await page.getByLabel('Name').fill('Ada Grove')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Message').fill('Does the widget work on a site that is not in English?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Sending…' }).waitFor()
}

async function holdLogin(page: Page): Promise<void> {
  await page.route('**/api/login', holdForever)
  await typeCredentials(page)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByText('Signing in…').waitFor()
}

async function typeCredentials(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('three moss green teapots')
}

async function signUp(page: Page): Promise<void> {
  await page.route('**/api/signup', (route) => route.fulfill({ json: {} }))
  await typeCredentials(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByText('Confirmation email sent.').waitFor()
}

async function holdCallback(page: Page): Promise<void> {
  await page.route('**/api/auth/callback', holdForever)
  await page.goto('/auth/callback?again#access_token=a&refresh_token=b')
  await page.getByText('Authenticating…').waitFor()
}

async function failSessions(page: Page): Promise<void> {
  await page.route('**/api/account/sessions', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await page.getByText('Could not load your sessions.').waitFor()
}

async function failPage(page: Page): Promise<void> {
  await page.route('**/assets/reset-password.route*', (route) => route.abort())
  await page.goto('/reset-password')
  await page.getByRole('heading', { name: 'Unexpected Application Error' }).waitFor()
}

async function crash(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const listen = window.addEventListener.bind(window)
    // The listener is registered outside the router.
    window.addEventListener = (type: string, ...rest: [EventListenerOrEventListenerObject]) => {
      if (type === 'online') throw new Error('Broken')
      listen(type, ...rest)
    }
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Something went wrong.' }).waitFor()
}

async function typePassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill('three moss green teapots')
  await page.getByRole('button', { name: 'Show' }).click()
}

async function askForLink(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByRole('status').filter({ hasText: /\S/u }).first().waitFor()
}

async function typeTwoPasswords(page: Page): Promise<void> {
  await page.getByLabel('New password').fill('three moss green teapots')
  await page.getByLabel('Confirm password').fill('three moss green teapot')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Passwords do not match.').waitFor()
}

async function askToDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog').waitFor()
}
