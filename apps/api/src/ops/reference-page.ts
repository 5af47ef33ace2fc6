import { type Route, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { AppEnv } from '../platform/http/app-env.ts'
import { honoPath } from '../platform/request/contract-route.ts'
import { pageColors } from '../platform/pages/page-colors.ts'
import { pageHeaders } from '../platform/protection/security-headers.ts'

/** Serves `GET /api/docs`: the contract's calls that `app` answers, for people. It runs no script. Mount it after them. */
export function mountReference(app: Hono<AppEnv>): void {
  const served = new Set(app.routes.map(({ method, path }) => `${method} ${path}`))
  const calls = Object.entries(routes).filter(([, route]) => served.has(`${route.method} ${honoPath(route)}`))
  const page = referencePage(calls)
  app.get('/api/docs', (c) => c.html(page, 200, { ...pageHeaders, 'Cache-Control': 'no-cache' }))
  app.get('/api/docs.css', (c) =>
    c.body(styles, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' }),
  )
}

const access = {
  visitor: 'everybody',
  guest: 'everybody, unless anonymous chat is blocked',
  user: 'who is signed in',
  client: 'clients and administrators',
  admin: 'administrators',
} satisfies Record<Route['access'], string>

function referencePage(calls: readonly [name: string, route: Route][]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <link rel="icon" href="/logo-light.svg" type="image/svg+xml" />
        <title>API reference</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <main>
          <h1>API reference</h1>
          <p>
            ${calls.length} calls, JSON in and out. For programs:
            <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
          </p>
          <nav aria-label="Calls">
            <ul>
              ${calls.map(
                ([name, route]) =>
                  html`<li>
                    <a href="#${name}"><b>${route.method}</b> ${route.path}</a>
                  </li>`,
              )}
            </ul>
          </nav>
          ${calls.map(([name, route]) => callSection(name, route))}
        </main>
      </body>
    </html>`
}

function callSection(name: string, route: Route) {
  return html`<section aria-labelledby="${name}">
    <h2 id="${name}"><b>${route.method}</b> ${route.path}</h2>
    <p>For ${access[route.access]}.</p>
    ${schemaBlock('Query', route.query, 'input')} ${schemaBlock('Body', route.request, 'input')}
    ${
      route.response === undefined
        ? html`<p>Answers 204, without a body.</p>`
        : schemaBlock(route.stream === true ? 'One event of the stream' : 'Answer', route.response, 'output')
    }
  </section>`
}

function schemaBlock(title: string, schema: z.ZodType | undefined, io: 'input' | 'output') {
  if (schema === undefined) return ''
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return html`<details>
    <summary>${title}</summary>
    <pre tabindex="0" role="region" aria-label="${title}"><code>${JSON.stringify(rest, null, 2)}</code></pre>
  </details>`
}

const styles = `${pageColors}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-inline-size: 60rem; margin-inline: auto; padding: 2rem 1rem }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25 }
p { margin-block: .5rem }
a { color: var(--accent) }
code, h2, nav { font-family: ui-monospace, monospace; font-size: .875rem }
nav ul { columns: 24rem; margin-block: 1.5rem 2rem; padding: 0; list-style: none }
nav a { display: inline-block; padding-block: .25rem; color: inherit; text-decoration: none; overflow-wrap: anywhere }
nav a:hover { text-decoration: underline }
b { display: inline-block; min-inline-size: 4.5rem; color: var(--accent); font-weight: 600 }
section { margin-block-end: 1rem; padding: 1rem 1.25rem; background: var(--card); border: 1px solid var(--edge);
  border-radius: 1.125rem }
section p { color: var(--soft) }
h2 { margin: 0; font-size: 1rem; font-weight: 600; overflow-wrap: anywhere }
summary { inline-size: fit-content; padding-block: .25rem; cursor: pointer }
pre { margin: .25rem 0 .5rem; overflow: auto; padding: 1rem; background: var(--ground); border-radius: .625rem }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`
