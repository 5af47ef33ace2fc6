import type { Page } from 'playwright'
import type { Shot } from './routes.ts'

const widget = '01990000-0000-7000-8000-000000000001'
const themes = ['ultra', 'modern', 'ivory', 'aurora'] as const

/** The widget's documents, the pages around it, and those that the server writes itself. */
export const embedShots: readonly Shot[] = [
  ...themes.flatMap((theme): Shot[] => {
    const route = `/embed/theme/${theme}`
    const open = (state: string, prepare: NonNullable<Shot['prepare']>): Shot => ({
      route,
      state,
      viewers: ['visitor'],
      prepare: async (page) => {
        await page.goto(`${route}?cfg=${widget}&open=1`)
        await prepare(page)
      },
    })
    return [
      { route, state: 'closed', viewers: ['visitor'] },
      open('disclaimer', waitForDisclaimer),
      open('answer', ask),
      open('sign up', signUp),
      open('error', failToAsk),
    ]
  }),
  { route: '/widgets/demo', viewers: ['visitor'], prepare: showDemo },
  { route: `/widgets/preview/${widget}`, viewers: ['visitor'] },
  { route: '/widgets/preview/unknown', viewers: ['visitor'] },
  { route: `/embed/${widget}`, viewers: ['visitor'] },
  { route: '/embed/login', viewers: ['visitor'] },
  { route: '/embed/signup', viewers: ['visitor'] },
  { route: '/embed/reset-password', viewers: ['visitor'] },
  { route: '/embed/set-password', viewers: ['visitor'] },
  { route: '/embed/auth/callback', viewers: ['visitor'] },
  { route: '/outbox', viewers: ['visitor'] },
  { route: '/api/docs', viewers: ['visitor'] },
  { route: '/api/docs', state: 'call', viewers: ['visitor'], prepare: openCall },
]

async function waitForDisclaimer(page: Page): Promise<void> {
  await page.getByText('Before you start').waitFor()
}

async function accept(page: Page): Promise<void> {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
}

async function ask(page: Page): Promise<void> {
  await accept(page)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('How much magnesium does an adult need, and what helps me sleep?')
  await box.press('Enter')
  await page.locator('button[data-refs]').first().waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
}

async function signUp(page: Page): Promise<void> {
  await accept(page)
  await page.getByRole('button', { name: 'Sign in / Sign up' }).click()
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByText('Please enter an email address and password.').waitFor()
}

async function failToAsk(page: Page): Promise<void> {
  await page.route('**/api/chat', (route) =>
    route.fulfill({ status: 500, json: { error: 'The assistant is not available.' } }),
  )
  await accept(page)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('How much magnesium does an adult need?')
  await box.press('Enter')
  await page.getByRole('alert').filter({ hasText: /\S/u }).first().waitFor()
}

async function showDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ultra' }).click()
  const isWidget = (url: string) => url.includes('/embed/theme/ultra')
  const arrived = page.frames().find((frame) => isWidget(frame.url()))
  const frame =
    arrived ?? (await page.waitForEvent('framenavigated', { predicate: (next) => isWidget(next.url()) }))
  await frame.getByText('Before you start').waitFor()
}

async function openCall(page: Page): Promise<void> {
  await page.goto('/api/docs#login')
  await page
    .locator('section', { has: page.locator('#login') })
    .getByText('Body', { exact: true })
    .click()
}
