import type { Frame, Page } from 'playwright'
import { startHostSite } from '../host-page.ts'
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
      open('awaiting', awaitAnswer),
      open('answer', ask),
      open('not covered', askUncovered),
      open('signed in', signIn),
      open('sign up', signUp),
      open('error', failToAsk),
    ]
  }),
  { route: '/widgets/demo', viewers: ['visitor'], prepare: showDemo },
  { route: '/widgets/demo', state: 'shop, keyboard', viewers: ['visitor'], prepare: typeInShop },
  { route: '/widgets/demo', state: 'shop, answer', viewers: ['visitor'], prepare: askInShop },
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

/** The first words of an answer never come. */
async function awaitAnswer(page: Page): Promise<void> {
  await page.route('**/api/chat', () => new Promise<never>(() => undefined))
  await accept(page)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('How much magnesium does an adult need?')
  await box.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).waitFor()
}

async function askUncovered(page: Page): Promise<void> {
  await accept(page)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('Do you ship to Malta?')
  await box.press('Enter')
  await page
    .getByText(/does not cover/u)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
}

async function signIn(page: Page): Promise<void> {
  await accept(page)
  await page.getByRole('button', { name: 'Sign in / Sign up' }).click()
  await page.getByLabel('Email').fill('user@example.com')
  await page.getByLabel('Password').fill(process.env['PASSWORD'] ?? 'demonstration-only')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Conversations', exact: true }).waitFor()
  const signOut = page.getByRole('button', { name: 'Sign out' })
  if (await signOut.isHidden()) await page.getByRole('button', { name: 'Conversations', exact: true }).click()
  await signOut.waitFor()
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

/** CSS of a shop that styles every element of its page, by which the widget must look the same. */
const hostileStyles = `
  * { font: italic 700 30px/3 cursive !important; color: red !important; letter-spacing: 6px !important }
  *, ::before, ::after { box-sizing: content-box !important; text-transform: uppercase !important }
  div, iframe, button, org-chat { border: 6px dashed lime; transform: rotate(2deg); max-width: 200px; float: right }
  iframe { width: 100px; height: 100px; opacity: 0.4; pointer-events: none }
  html { zoom: 1.1; overflow-x: scroll }
  body { transform: translateZ(0); filter: sepia(0.4) }`

/** Opens the widget on a page of another site, whose answer is made here. */
async function openInShop(page: Page): Promise<Frame> {
  const { origin } = new URL(page.url())
  const tag = `<script src="${origin}/static/embed-loader.js" data-cfg="${widget}" data-open="true" async></script>`
  const site = await startHostSite()
  page.once('close', () => void site.close())
  site.put('/', {
    head: `<style>${hostileStyles}</style>`,
    body: `<h1>Tea shop</h1><p>Tea from the hills.</p>${tag}`,
  })
  await page.goto(site.origin)
  const isWidget = (frame: Frame) => frame.url().includes('/embed/theme/ultra')
  const frame =
    page.frames().find(isWidget) ?? (await page.waitForEvent('framenavigated', { predicate: isWidget }))
  await frame.getByRole('checkbox').check()
  await frame.getByRole('button', { name: 'Agree and continue' }).click()
  await frame.getByText('How can I help?').waitFor()
  return frame
}

/** The visual viewport ends above an on-screen keyboard; the grey area stands for the keyboard. */
async function typeInShop(page: Page): Promise<void> {
  const frame = await openInShop(page)
  await frame.getByRole('textbox', { name: 'Message' }).pressSequentially('How much magnesium')
  if ((page.viewportSize()?.width ?? 0) > 600) return
  await page.evaluate(() => {
    Object.defineProperty(window.visualViewport, 'height', { value: 560, configurable: true })
    window.visualViewport?.dispatchEvent(new Event('resize'))
    const keyboard = document.createElement('dialog')
    keyboard.style.cssText =
      'all:initial!important;position:fixed!important;inset:560px 0 0!important;zoom:calc(1/1.1);background:grey!important'
    document.documentElement.append(keyboard)
    keyboard.popover = 'manual'
    keyboard.showPopover()
  })
  await frame.waitForFunction(() => innerHeight <= 560)
}

async function askInShop(page: Page): Promise<void> {
  const frame = await openInShop(page)
  const box = frame.getByRole('textbox', { name: 'Message' })
  await box.fill('How much magnesium does an adult need, and what helps me sleep?')
  await box.press('Enter')
  await frame.locator('button[data-refs]').first().waitFor()
  await frame.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
}

async function openCall(page: Page): Promise<void> {
  await page.goto('/api/docs#login')
  await page
    .locator('section', { has: page.locator('#login') })
    .getByText('Body', { exact: true })
    .click()
}
