import { routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Db } from '../db/database.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { serve } from '../platform/request/contract-route.ts'
import { type Markup, sendPage } from '../platform/pages/server-page.ts'
import { listMails, type QueuedMail } from './outbox.store.ts'
import { outboxTexts as texts } from './outbox.texts.ts'
import { unsubscribeHeaders } from './smtp.ts'

/** Path of a demonstration's outbox. */
export const outboxPath = '/outbox'

const shown = 50

/**
 * Shows the outbox to everybody, as JSON and as a page. The links in it sign people in: only for a demonstration,
 * which nobody reaches from another machine.
 */
export function mountOutbox(app: Hono<AppEnv>, db: Db): void {
  serve(app, routes.demoOutbox, async () => ({
    items: (await listMails(db, shown)).map(({ id, recipient, subject, body, createdAt }) => ({
      id,
      recipient,
      subject,
      body,
      created_at: createdAt.toISOString(),
    })),
  }))

  app.get(outboxPath, async (c) => {
    const mails = await listMails(db, shown)
    const list =
      mails.length === 0
        ? html`<p>${texts.empty}</p>`
        : html`<ul>
            ${mails.map(toItem)}
          </ul>`
    return sendPage(c, {
      title: texts.title,
      body: html`<p class="note">${texts.explanation}</p>
        ${list}
        <p><a href="/">${texts.back}</a></p>`,
    })
  })
}

function toItem({ recipient, subject, body, createdAt, unsubscribeUrl }: QueuedMail): Markup {
  const time = createdAt.toISOString()
  const headers = Object.entries(unsubscribeHeaders(unsubscribeUrl))
  return html`<li class="card">
    <h2>${subject}</h2>
    <dl>
      <dt>${texts.to}</dt>
      <dd>${recipient}</dd>
      <dt>${texts.written}</dt>
      <dd><time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></dd>
      ${headers.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${withLinks(value.replaceAll(/[<>]/gu, ''))}</dd>`,
      )}
    </dl>
    <pre>${withLinks(body)}</pre>
  </li>`
}

/** The text with its web addresses as links. */
function withLinks(body: string): (string | Markup)[] {
  return body
    .split(/(https?:\/\/\S+)/u)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : part))
}
