import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { say } from '../languages/say.ts'
import type { Db } from '../db/database.ts'
import type { AppContext, AppEnv } from '../platform/http/app-env.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { type Markup, sendPage } from '../platform/pages/server-page.ts'
import { serve } from '../platform/request/contract-route.ts'
import { readChoice, readWeeklyTime, saveChoice, saveWeeklyTime, unsubscribe } from './reports.store.ts'
import { readUnsubscribeToken, unsubscribePath } from './unsubscribe-token.ts'

/** Serves the time of weekly e-mails, an account's own choice, and the page that ends them without sign-in. */
export function mountReports(app: Hono<AppEnv>, { db, now }: { db: Db; now: () => Date }): void {
  serve(app, routes.weeklyReport, () => readWeeklyTime(db, now()))

  serve(app, routes.saveWeeklyReport, async (_c, { body, user }) => {
    await saveWeeklyTime(db, body, { actorId: user.id, at: now() })
    return readWeeklyTime(db, now())
  })

  serve(app, routes.reportChoice, (_c, { user }) => readChoice(db, user.id))

  serve(app, routes.saveReportChoice, async (_c, { body, user }) => {
    await saveChoice(db, user.id, body, now())
    return readChoice(db, user.id)
  })

  // A link is opened by scanners of mail servers, too: opening it changes nothing.
  app.get(unsubscribePath, async (c) => {
    const token = c.req.query('token') ?? ''
    const userId = await readUnsubscribeToken(db, token)
    if (userId === undefined) return unknownLink(c)
    const t = sayTo(c)
    const action = `${unsubscribePath}?token=${encodeURIComponent(token)}`
    return page(
      c,
      html`<p>${t('You get an e-mail each week with the figures of your assistant.')}</p>
        <form method="post" action="${action}">
          <button>${t('Stop weekly e-mails')}</button>
        </form>`,
    )
  })

  // Programs of RFC 8058 post to the same address, without cookies and without opening the page.
  app.post(unsubscribePath, async (c) => {
    const userId = await readUnsubscribeToken(db, c.req.query('token') ?? '')
    if (userId === undefined || !(await unsubscribe(db, userId, now()))) return unknownLink(c)
    const t = sayTo(c)
    return page(
      c,
      html`<p role="status">${t('You get no more weekly e-mails.')}</p>
        <p><a href="/account">${t('Change this in your account')}</a></p>`,
    )
  })
}

const sayTo = (c: AppContext) => (sentence: string) => say(readerLanguage(c), sentence)

function page(c: AppContext, body: Markup, status: 200 | 404 = 200) {
  return sendPage(c, { title: sayTo(c)('Weekly e-mail'), body, status, language: readerLanguage(c) })
}

function unknownLink(c: AppContext) {
  return page(c, html`<p>${sayTo(c)('This link is not complete. Open it again from the e-mail.')}</p>`, 404)
}
