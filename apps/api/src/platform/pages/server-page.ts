import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { AppContext } from '../http/app-env.ts'
import { pageColors } from './page-colors.ts'

/** A piece of a page; what is put into it is escaped. */
export type Markup = ReturnType<typeof html>

/** A page that the server writes itself: no script, and its one style sheet in it. */
export interface ServerPage {
  title: string
  body: Markup
  /** Language of its texts. @default 'en' */
  language?: 'en' | 'es' | 'ar'
  /** @default 200 */
  status?: 200 | 404 | 410 | 422
}

const css = `
${pageColors}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-inline-size: 40rem; margin-inline: auto; padding: 2rem 1rem; display: grid; gap: 1.25rem }
h1, h2, p, dl, dd, ul, pre { margin: 0 }
h1 { font-size: 1.5rem; line-height: 1.25 }
h2 { font-size: 1.125rem }
a { color: var(--accent) }
.note, dt, .hint { color: var(--soft) }
.card { background: var(--card); border: 1px solid var(--edge); border-radius: 1.125rem; padding: 1.25rem;
  display: grid; gap: 1rem }
.price { font-size: 1.25rem; font-weight: 600 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
form { display: grid; gap: 1rem }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
label { display: grid; gap: .25rem; font-weight: 500 }
input { font: inherit; inline-size: 100%; min-block-size: 2.75rem; padding-inline: .75rem; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: .625rem }
input[aria-invalid="true"] { border-color: var(--wrong) }
button { font: inherit; font-weight: 600; min-block-size: 2.75rem; padding: .5rem 1rem; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 999px }
button.quiet { color: var(--ink); background: none; border-color: var(--line) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.wrong { color: var(--wrong); font-weight: 400 }
[role=alert] { border-inline-start: 4px solid var(--wrong); padding-inline-start: .75rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
ul { list-style: none; padding: 0; display: grid; gap: 1rem }
@media (max-width: 24rem) { .pair { grid-template-columns: 1fr } }
`

// In one piece: a formatter's line break inside would be another digest.
const style = raw(`<style>${css}</style>`)

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Answers with a page of the server's own: a strict policy, and never kept. */
export function sendPage(
  c: AppContext,
  { title, body, language = 'en', status = 200 }: ServerPage,
): Response | Promise<Response> {
  c.header('Content-Security-Policy', policy)
  c.header('Cache-Control', 'no-store')
  // Not `no-referrer`: some browsers would then post the page's own form without its origin.
  c.header('Referrer-Policy', 'same-origin')
  return c.html(
    html`<!doctype html>
      <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title}</title>
          ${style}
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            ${body}
          </main>
        </body>
      </html> `,
    status,
  )
}
