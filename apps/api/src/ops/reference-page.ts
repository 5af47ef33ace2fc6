import { type Route, routes } from '@org/api-client/contract'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { AppEnv } from '../platform/app-env.ts'
import { honoPath } from '../platform/contract-route.ts'

/** Serves `GET /api/docs`: the contract's calls that `app` answers, for people. It runs no script. Mount it after them. */
export function mountReference(app: Hono<AppEnv>): void {
  const served = new Set(app.routes.map(({ method, path }) => `${method} ${path}`))
  const calls = Object.entries(routes).filter(([, route]) => served.has(`${route.method} ${honoPath(route)}`))
  const page = referencePage(calls)
  app.get('/api/docs', (c) => c.html(page, 200, { 'Cache-Control': 'no-cache' }))
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
              ${calls.map(([name, route]) => html`<li><a href="#${name}">${route.method} ${route.path}</a></li>`)}
            </ul>
          </nav>
          ${calls.map(([name, route]) => callSection(name, route))}
        </main>
      </body>
    </html>`
}

function callSection(name: string, route: Route) {
  return html`<section aria-labelledby="${name}">
    <h2 id="${name}"><span>${route.method}</span> ${route.path}</h2>
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

const styles = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-inline-size: 60rem; margin: auto; padding: 1.5rem; }
nav ul { columns: 20rem; padding: 0; list-style: none; }
nav a, summary { display: inline-block; min-block-size: 1.75rem; }
section { border-block-start: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); }
h2 { font: 600 1.1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
h2 span { color: color-mix(in srgb, CanvasText 70%, Canvas); }
pre { overflow: auto; padding: 1rem; background: color-mix(in srgb, CanvasText 6%, Canvas); border-radius: 0.5rem; }
:focus-visible { outline: 2px solid LinkText; outline-offset: 2px; }
`
