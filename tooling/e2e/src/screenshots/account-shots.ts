import type { Page } from 'playwright'
import type { Shot } from './routes.ts'

const admin = ['admin'] as const
const route = '/admin/accounts'

/** The accounts of all people. What is changed is answered here, so that the server stays as it is. */
export const accountShots: readonly Shot[] = [
  { route, viewers: admin },
  { route, state: 'full', viewers: admin, prepare: fillList },
  { route, state: 'in Spanish', viewers: admin, prepare: (page) => inLanguage(page, 'es', fillList) },
  { route, state: 'in Arabic', viewers: admin, prepare: (page) => inLanguage(page, 'ar', fillList) },
  { route, state: 'nothing', viewers: admin, prepare: findNothing },
  { route, state: 'error', viewers: admin, prepare: fail },
  { route: `${route}/one`, state: 'full', viewers: admin, fullPage: true, prepare: fillAccount },
  {
    route: `${route}/one`,
    state: 'in Spanish',
    viewers: admin,
    fullPage: true,
    prepare: (page) => inLanguage(page, 'es', fillAccount),
  },
  {
    route: `${route}/one`,
    state: 'in Arabic',
    viewers: admin,
    fullPage: true,
    prepare: (page) => inLanguage(page, 'ar', fillAccount),
  },
  { route: `${route}/one`, state: 'asked', viewers: admin, prepare: askToDisable },
  { route: `${route}/one`, state: 'missing', viewers: admin },
]

const account = {
  id: 'one',
  email: 'somebody.with.a.long.address@wellness-brand.example.com',
  role: 'client',
  state: 'active',
  second_factor: true,
  created_at: '2026-11-20T10:00:00.000Z',
  session_count: 2,
  last_used_at: '2026-11-26T09:30:00.000Z',
}

async function fillList(page: Page): Promise<void> {
  const plain = { ...account, role: null, second_factor: false, session_count: 0, last_used_at: null }
  const items = [
    account,
    { ...plain, id: 'two', email: 'reader@example.com', session_count: 1 },
    { ...plain, id: 'three', email: 'late@example.com', state: 'unconfirmed' },
    { ...plain, id: 'four', email: 'former.editor@example.com', role: 'client', state: 'disabled' },
    { ...account, id: 'five', email: 'boss@example.com', role: 'admin', session_count: 1 },
  ]
  await answer(page, { json: { items, next_cursor: 'five' } })
  await page.getByText('boss@example.com').waitFor()
}

async function findNothing(page: Page): Promise<void> {
  await answer(page, { json: { items: [], next_cursor: null } })
  await page.getByText('No accounts').waitFor()
}

async function fail(page: Page): Promise<void> {
  await answer(page, { status: 422, json: {} })
  await page.getByText('Load error').waitFor()
}

async function fillAccount(page: Page): Promise<void> {
  const session = {
    id: 's1',
    kind: 'site',
    device: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    created_at: '2026-11-25T10:00:00.000Z',
    last_used_at: '2026-11-26T09:30:00.000Z',
    expires_at: '2026-12-10T10:00:00.000Z',
    current: false,
  }
  const sessions = [session, { ...session, id: 's2', kind: 'widget', device: null }]
  const factors = { totp: true, passkeys: 2, recovery_codes: 9 }
  const detail = { ...account, ...factors, own: false, only_administrator: false, widgets: 3, sessions }
  await answer(page, { json: detail })
  await page.getByText(account.email).first().waitFor()
}

async function askToDisable(page: Page): Promise<void> {
  await fillAccount(page)
  await page.getByRole('button', { name: 'Disable account' }).click()
  await page.getByRole('alertdialog').waitFor()
}

async function answer(page: Page, response: { status?: number; json: object }): Promise<void> {
  await page.route(/\/api\/admin\/accounts(?:[/?]|$)/u, (call) => call.fulfill(response))
  await page.reload()
}

async function inLanguage(page: Page, language: string, fill: (page: Page) => Promise<void>): Promise<void> {
  await page.evaluate((code) => localStorage.setItem('language', code), language)
  await fill(page)
}
