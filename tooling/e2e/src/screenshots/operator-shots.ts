import type { Page } from 'playwright'
import * as pages from './operator-pages.ts'
import type { Shot } from './routes.ts'

const brand = ['admin', 'client'] as const
const admin = ['admin'] as const

/** Screens of the operator's week and their states. Lists are answered here, so that the server stays as it is. */
export const operatorShots: readonly Shot[] = [
  { route: '/admin/review', viewers: brand },
  { route: '/admin/review', state: 'full', viewers: brand, prepare: fillReview },
  { route: '/admin/review', state: 'chosen', viewers: admin, prepare: openReviewed },
  ...inLanguages('/admin/review', admin, openReviewed),
  {
    route: '/admin/review',
    state: 'error',
    viewers: admin,
    prepare: failing('review', 'could not be loaded'),
  },
  { route: '/admin/gaps', state: 'full', viewers: brand, prepare: fillGaps },
  ...inLanguages('/admin/gaps', admin, fillGaps),
  { route: '/admin/gaps', state: 'error', viewers: admin, prepare: failing('gaps', 'could not be loaded') },
  { route: '/admin/answers', viewers: brand },
  { route: '/admin/answers', state: 'full', viewers: brand, prepare: fillAnswers },
  ...inLanguages('/admin/answers', admin, fillAnswers),
  {
    route: '/admin/answers',
    state: 'error',
    viewers: admin,
    prepare: failing('approved-answers', 'Load error'),
  },
  { route: '/admin/answers/new', viewers: brand, fullPage: true },
  { route: '/admin', state: 'drafts', viewers: admin, prepare: fillDrafts },
  { route: '/admin/evaluations', viewers: admin },
  { route: '/admin/evaluations', state: 'full', viewers: admin, fullPage: true, prepare: fillEvaluations },
  { route: '/admin/evaluations', state: 'case', viewers: admin, prepare: openCase },
  ...inLanguages('/admin/evaluations', admin, fillEvaluations),
  {
    route: '/admin/evaluations',
    state: 'error',
    viewers: admin,
    prepare: failing('evaluations', 'Load error'),
  },
  { route: '/admin/evaluations/run', state: 'full', viewers: admin, prepare: fillRun },
  { route: '/admin/operations', viewers: admin, fullPage: true },
  { route: '/admin/operations', state: 'full', viewers: admin, fullPage: true, prepare: fillOperations },
  {
    route: '/admin/operations',
    state: 'in Arabic',
    viewers: admin,
    fullPage: true,
    prepare: (page) => inLanguage(page, 'ar', fillOperations),
  },
  {
    route: '/admin/operations',
    state: 'error',
    viewers: admin,
    fullPage: true,
    prepare: failing('{alerts,budgets,model-prices,retention,weekly-report}', 'Load error'),
  },
  { route: '/chat', state: 'share', viewers: ['user'], prepare: openShare },
  { route: '/shared/token', viewers: ['visitor'] },
  { route: '/shared/token', state: 'full', viewers: ['visitor'], prepare: fillShared },
  { route: '/auth/callback', state: 'confirm', viewers: ['visitor'], prepare: openSignInLink },
]

/** Answers each path with its JSON, and opens the page again. */
async function answering(page: Page, answers: Record<string, unknown>): Promise<void> {
  for (const [path, json] of Object.entries(answers))
    await page.route(path, (route) => route.fulfill({ json }))
  await page.reload()
}

async function inLanguage(page: Page, language: string, fill: (page: Page) => Promise<void>): Promise<void> {
  await page.evaluate((code) => localStorage.setItem('language', code), language)
  await fill(page)
}

/** A state of a screen in Spanish, and in Arabic, which is written from right to left. `fill` loads the page again. */
export function inLanguages(
  route: string,
  viewers: Shot['viewers'],
  fill: (page: Page) => Promise<void>,
): Shot[] {
  return [
    { route, viewers, state: 'in Spanish', prepare: (page) => inLanguage(page, 'es', fill) },
    { route, viewers, state: 'in Arabic', prepare: (page) => inLanguage(page, 'ar', fill) },
  ]
}

/** Fails a call of the administration, and waits for its message. */
function failing(call: string, message: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.route(
      new RegExp(`/api/admin/${call.replaceAll(',', '|').replace('{', '(?:').replace('}', ')')}`, 'u'),
      (route) => route.fulfill({ status: 422, json: {} }),
    )
    await page.reload()
    await page.getByText(message).first().waitFor()
  }
}

async function fillReview(page: Page): Promise<void> {
  await answering(page, { '**/api/admin/review?**': pages.review, '**/api/admin/review': pages.review })
  await page.getByText(pages.question).first().waitFor()
}

async function openReviewed(page: Page): Promise<void> {
  await fillReview(page)
  await page.getByRole('button', { name: pages.question }).first().click()
  await page.getByRole('article').first().waitFor()
}

async function fillGaps(page: Page): Promise<void> {
  await answering(page, { '**/api/admin/gaps?**': pages.gaps })
  await page.getByText('Does oolong contain caffeine?').first().waitFor()
}

async function fillAnswers(page: Page): Promise<void> {
  await answering(page, {
    '**/api/admin/approved-answers?**': pages.approved,
    '**/api/admin/approved-answers': pages.approved,
    '**/api/admin/approved-answers/summary': { expiring: 1, expired: 1 },
  })
  await page.getByText(pages.question).first().waitFor()
}

async function fillDrafts(page: Page): Promise<void> {
  const settings: unknown = await (await page.request.get('/api/admin/llm-settings')).json()
  await answering(page, { '**/api/admin/llm-settings/drafts**': pages.draftsOf(settings) })
  await page.getByText('Shorter answers').first().scrollIntoViewIfNeeded()
}

async function fillEvaluations(page: Page): Promise<void> {
  const settings: unknown = await (await page.request.get('/api/admin/llm-settings')).json()
  await answering(page, {
    '**/api/admin/llm-settings/drafts**': pages.draftsOf(settings),
    '**/api/admin/llm-settings/trials**': pages.trials,
    '**/api/admin/evaluations?**': pages.runs,
    '**/api/admin/evaluations': pages.runs,
    '**/api/admin/evaluations/cases': pages.cases,
  })
  await page.getByText(pages.question).first().waitFor()
}

async function openCase(page: Page): Promise<void> {
  await page.locator('main').getByRole('button').filter({ hasText: 'Add a case' }).click()
  await page.getByRole('dialog').waitFor()
}

async function fillRun(page: Page): Promise<void> {
  await answering(page, {
    '**/api/admin/evaluations/run?**': pages.run,
    '**/api/admin/evaluations/run': pages.run,
  })
  await page.getByText(pages.question).first().waitFor()
}

async function fillOperations(page: Page): Promise<void> {
  await answering(page, {
    '**/api/admin/alerts**': pages.alerts,
    '**/api/admin/budgets': pages.budgets,
    '**/api/admin/model-prices': pages.prices,
    '**/api/admin/retention': pages.retention,
  })
  await page.getByText('tea@example.com').first().waitFor()
}

async function openShare(page: Page): Promise<void> {
  const checkbox = page.getByRole('checkbox')
  const composer = page.getByPlaceholder('Ask something…')
  await composer.waitFor()
  if (!(await composer.isEnabled())) {
    await checkbox.check()
    await page.getByRole('button', { name: 'Agree and continue' }).click()
  }
  await composer.fill('How much magnesium does an adult need?')
  await composer.press('Enter')
  await page.getByRole('log').locator('button[data-refs]').first().waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Share this conversation' }).click()
  await page.getByRole('button', { name: 'Create link' }).waitFor()
}

async function fillShared(page: Page): Promise<void> {
  await answering(page, { '**/api/shared/token': pages.shared })
  await page.getByText(pages.question).first().waitFor()
}

async function openSignInLink(page: Page): Promise<void> {
  await page.goto('/auth/callback#access_token=one&refresh_token=two&type=login')
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}
