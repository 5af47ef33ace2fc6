import type { Hono } from 'hono'
import { readForm } from '../platform/request/read-form.ts'
import type { Db } from '../db/database.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { sendPage } from '../platform/pages/server-page.ts'
import type { TestBilling } from './test-billing.ts'
import { cardProblems } from './test-card.ts'
import { findLink, type TestLink } from './test-links.store.ts'
import { checkoutPage, gonePage, paidPage, portalPage } from './test-pages.ts'

const emptyForm = { number: '', expiry: '', code: '' }

/** Dependencies of the pages. */
export interface TestPagesOptions {
  db: Db
  now: () => Date
  billing: TestBilling
}

/**
 * Serves the pages of the test checkout and its portal. Whoever has an address may use it, as at a payment service:
 * it is secret, and good for an hour. They work without scripts.
 */
export function mountTestPages(app: Hono<AppEnv>, { db, now, billing }: TestPagesOptions): void {
  const linkOf = (c: AppContext, kind: TestLink['kind']) =>
    findLink(db, kind, c.req.query('session') ?? '', now())

  app.get('/billing/test/checkout', async (c) => {
    const link = await linkOf(c, 'checkout')
    const chosen = link && billing.planOf(link)
    if (link === undefined || chosen === undefined) return sendPage(c, gonePage())
    const subscription = await billing.subscription(link.userId)
    return sendPage(
      c,
      subscription === undefined ? checkoutPage(chosen, emptyForm, {}) : paidPage(subscription),
    )
  })

  app.post('/billing/test/checkout', async (c) => {
    const link = await linkOf(c, 'checkout')
    const chosen = link && billing.planOf(link)
    if (link === undefined || chosen === undefined) return sendPage(c, gonePage())
    const { number = '', expiry = '', code = '' } = await readForm(c)
    const form = { number, expiry, code }
    const problems = cardProblems(form, now())
    // Of two checkouts that were open at once, one is paid.
    if ((await billing.subscription(link.userId)) === undefined) {
      if (Object.keys(problems).length > 0) return sendPage(c, checkoutPage(chosen, form, problems))
      if (!(await billing.pay(link))) return sendPage(c, gonePage())
    }
    // The browser asks again by GET, so that a reload pays nothing.
    return c.redirect(addressOf(c), 303)
  })

  app.get('/billing/test/portal', async (c) => {
    const link = await linkOf(c, 'portal')
    const subscription = link && (await billing.subscription(link.userId))
    return sendPage(c, subscription === undefined ? gonePage() : portalPage(subscription))
  })

  app.post('/billing/test/portal', async (c) => {
    const link = await linkOf(c, 'portal')
    if (link === undefined) return sendPage(c, gonePage())
    const { action = '' } = await readForm(c)
    if (action === 'cancel' || action === 'resume') await billing.setEnding(link.userId, action === 'cancel')
    return c.redirect(addressOf(c), 303)
  })
}

function addressOf(c: AppContext): string {
  const { pathname, search } = new URL(c.req.url)
  return `${pathname}${search}`
}
