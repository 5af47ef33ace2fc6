import type { Page } from 'playwright'
import { chatShots } from './chat-shots.ts'

/** Who looks: a visitor, or one of the demonstration accounts. */
export type Viewer = 'visitor' | 'user' | 'client' | 'admin'

/** One thing to look at: a route, perhaps brought into a state first. */
export interface Shot {
  /** Path, as in the browser's address. */
  route: string
  /** What is special about this state; absent for the route as it opens. */
  state?: string
  viewers: readonly Viewer[]
  /** Brings the page into the state. The page has already opened the route. */
  prepare?: (page: Page) => Promise<void>
}

const everybody: readonly Viewer[] = ['visitor', 'user', 'client', 'admin']
const question = 'How much magnesium does an adult need, and what helps me sleep?'

/** Every route and state there is; a new one belongs here as soon as it exists. */
export const shots: readonly Shot[] = [
  { route: '/about', viewers: everybody },
  { route: '/about', state: 'menu', viewers: ['user', 'admin'], prepare: openMenu },
  { route: '/products', viewers: everybody },
  { route: '/products', state: 'plans', viewers: ['visitor', 'user'], prepare: showPlans },
  { route: '/products', state: 'no plans', viewers: ['visitor'], prepare: showNoPlans },
  { route: '/products', state: 'error', viewers: ['visitor'], prepare: failPlans },
  { route: '/contact', viewers: everybody },
  { route: '/contact', state: 'error', viewers: ['visitor'], prepare: sendEmptyContact },
  { route: '/contact', state: 'failed', viewers: ['visitor'], prepare: failContact },
  { route: '/contact', state: 'sent', viewers: ['visitor'], prepare: sendContact },
  { route: '/disclaimer', viewers: everybody },
  { route: '/login', viewers: ['visitor'] },
  { route: '/login', state: 'error', viewers: ['visitor'], prepare: refuseLogin },
  { route: '/signup', viewers: ['visitor'] },
  { route: '/signup', state: 'strength', viewers: ['visitor'], prepare: typePassword },
  { route: '/reset-password', viewers: ['visitor'] },
  { route: '/reset-password', state: 'sent', viewers: ['visitor'], prepare: askForLink },
  { route: '/set-password', viewers: ['visitor'] },
  { route: '/set-password', state: 'error', viewers: ['visitor'], prepare: typeTwoPasswords },
  { route: '/auth/callback', viewers: ['visitor'] },
  { route: '/account', viewers: ['user'] },
  { route: '/account', state: 'delete', viewers: ['user'], prepare: askToDelete },
  { route: '/nowhere', viewers: ['visitor', 'user'] },
  { route: '/dashboard', viewers: ['client', 'admin'], prepare: showCharts },
  { route: '/dashboard', state: 'filtered, compared', viewers: ['admin'], prepare: filterCharts },
  { route: '/dashboard', state: 'empty', viewers: ['admin'], prepare: showEmptyDays },
  { route: '/dashboard', state: 'error', viewers: ['admin'], prepare: failStats },
  { route: '/client', viewers: ['client', 'admin'], prepare: showCharts },
  { route: '/client', state: 'empty', viewers: ['client'], prepare: showEmptyDays },
  { route: '/client', state: 'error', viewers: ['client'], prepare: failClientStats },
  { route: '/client', state: 'none chosen', viewers: ['client'], prepare: chooseNoWidget },
  { route: '/admin', viewers: ['admin'], prepare: waitForSettings },
  { route: '/admin', state: 'changed', viewers: ['admin'], prepare: changeSettings },
  { route: '/admin', state: 'review', viewers: ['admin'], prepare: reviewSettings },
  { route: '/admin', state: 'error', viewers: ['admin'], prepare: failSettings },
  { route: '/admin/audit', viewers: ['admin'] },
  { route: '/admin/configurators', viewers: ['admin'] },
  { route: '/admin/configurators', state: 'basics', viewers: ['admin'], prepare: editWidget },
  { route: '/admin/configurators', state: 'themes', viewers: ['admin'], prepare: showThemes },
  { route: '/admin/configurators', state: 'embed', viewers: ['admin'], prepare: showEmbed },
  { route: '/admin/configurators', state: 'none', viewers: ['admin'], prepare: showNoWidgets },
  { route: '/admin/configurators', state: 'error', viewers: ['admin'], prepare: failWidgets },
  ...chatShots,
]

async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /menu/iu })
  if (await button.isVisible()) await button.click()
}

async function showCharts(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor()
}

async function filterCharts(page: Page): Promise<void> {
  await page.goto(new URL('?country=US&topic=Skin&compare=1', page.url()).href)
  await showCharts(page)
}

async function showEmptyDays(page: Page): Promise<void> {
  await page.goto(new URL('?from=2020-01-01&to=2020-01-30', page.url()).href)
  await page.getByText('No product mentions captured.').waitFor()
}

async function failClientStats(page: Page): Promise<void> {
  await page.route('**/api/client/stats*', (route) => route.fulfill({ status: 422, json: {} }))
  await page.reload()
  await page.getByText('Unable to load analytics for the selected widgets.').waitFor()
}

async function failStats(page: Page): Promise<void> {
  await page.route('**/api/stats/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await page.getByText('stats failed: message-geo').waitFor()
}

async function waitForSettings(page: Page): Promise<void> {
  await page.getByLabel('System prompt', { exact: true }).waitFor()
}

async function changeSettings(page: Page): Promise<void> {
  await waitForSettings(page)
  await page.getByLabel('Model name').fill('gemini-next')
  await page.getByLabel('Parameters JSON schema').fill('{\n  "type": object\n}')
  await page.getByLabel('Query', { exact: true }).fill('How much magnesium does an adult need?')
  await page.getByRole('button', { name: 'Run Decision' }).click()
  await page.getByText('Derived RPC query').waitFor()
}

async function reviewSettings(page: Page): Promise<void> {
  await waitForSettings(page)
  await page.getByLabel('Model name').fill('gemini-next')
  await page.getByLabel('Thinking traces').check()
  await page.getByText('2 unsaved changes').click()
}

async function failSettings(page: Page): Promise<void> {
  await page.route('**/api/admin/llm-settings', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await page.getByText('Load error').waitFor()
}

async function chooseNoWidget(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Select at least one widget to explore analytics.').waitFor()
}

async function editWidget(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Sleep clinic' }).click()
  await page.getByLabel('Widget title').fill('Sleep well')
  await page.getByText('1 unsaved change').click()
  await page.getByRole('heading', { level: 2, name: 'Sleep clinic' }).scrollIntoViewIfNeeded()
}

async function showThemes(page: Page): Promise<void> {
  await editWidget(page)
  await page.getByRole('button', { name: '2. Theme' }).click()
  await page.waitForLoadState('networkidle')
  await page.getByRole('navigation', { name: 'Steps' }).scrollIntoViewIfNeeded()
}

async function showEmbed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Wellness shop' }).click()
  await page.getByRole('button', { name: '5. Preview and embed' }).click()
  await page
    .getByText(/^(?:Not seen|Seen) on/u)
    .first()
    .waitFor()
  await showPreview(page)
  await page.getByRole('heading', { name: 'Preview URL' }).scrollIntoViewIfNeeded()
}

// The loader waits for an idle moment, which a busy machine has late.
async function showPreview(page: Page): Promise<void> {
  const isPreview = (url: string) => url.includes('/embed/theme/') && !url.includes('draft=')
  const arrived = page.frames().find((frame) => isPreview(frame.url()))
  const frame =
    arrived ?? (await page.waitForEvent('framenavigated', { predicate: (next) => isPreview(next.url()) }))
  await frame.getByText('Before you start').waitFor()
}

async function showNoWidgets(page: Page): Promise<void> {
  await page.route('**/api/admin/configurators', (route) => route.fulfill({ json: { items: [] } }))
  await page.reload()
  await page.getByText('No widgets yet.').waitFor()
}

async function failWidgets(page: Page): Promise<void> {
  await page.route('**/api/admin/configurators', (route) =>
    route.fulfill({ status: 500, json: { error: 'Broken' } }),
  )
  await page.reload()
  await page.getByText('Load error').waitFor()
}

async function refuseLogin(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByText('Please enter email and password.').first().waitFor()
}

const plans = [
  {
    id: 'starter',
    name: 'Starter',
    description: 'For a shop that begins: the chat on your own site.',
    unit_amount: 2900,
  },
  {
    id: 'growth',
    name: 'Growth',
    description: 'More questions, every look, and what your customers ask.',
    unit_amount: 9900,
  },
  {
    id: 'scale',
    name: 'Scale',
    description: 'Several brands side by side, with help from us.',
    unit_amount: 29_900,
  },
]

async function showCatalog(page: Page, products: readonly unknown[]): Promise<void> {
  await page.route('**/api/billing/catalog', (route) => route.fulfill({ json: { products } }))
  await page.route('**/api/billing/status', (route) =>
    route.fulfill({ json: { active: true, plan: 'Growth' } }),
  )
  await page.reload()
}

async function showPlans(page: Page): Promise<void> {
  await showCatalog(
    page,
    plans.map(({ unit_amount, ...plan }) => ({
      ...plan,
      prices: [{ id: `${plan.id}-month`, unit_amount, currency: 'usd', interval: 'month' }],
    })),
  )
  await page.getByRole('heading', { name: 'Scale' }).scrollIntoViewIfNeeded()
  await page.getByRole('heading', { name: 'Plans' }).scrollIntoViewIfNeeded()
}

async function showNoPlans(page: Page): Promise<void> {
  await showCatalog(page, [])
  await page.getByText('No plans available yet.').scrollIntoViewIfNeeded()
}

async function failPlans(page: Page): Promise<void> {
  await page.route('**/api/billing/catalog', (route) =>
    route.fulfill({ status: 500, json: { error: 'Broken' } }),
  )
  await page.reload()
  await page.getByText('Could not load plans.').scrollIntoViewIfNeeded()
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
