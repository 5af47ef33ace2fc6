// Baseline of the server, as a process: Hono without middleware, and one row by its primary key in a
// database in a folder, as the server has one.
import { PGlite } from '@electric-sql/pglite'
import { serve } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { Hono } from 'hono'

const db = drizzle({ client: await PGlite.create(process.env['DATA_DIR']) })
await db.execute(sql`create table people (id uuid primary key, email text not null, role text)`)
const id = crypto.randomUUID()
await db.execute(sql`insert into people values (${id}, 'person@example.com', null)`)

const app = new Hono()
app.get('/me', (c) => c.json({ authenticated: false, role: null, email: null }))
app.get('/row', async (c) => {
  const { rows } = await db.execute(sql`select id, email, role from people where id = ${id}`)
  return c.json(rows[0] ?? null)
})
// The events of a running answer: one every half second.
app.get('/stream', () => {
  const encoder = new TextEncoder()
  let timer: NodeJS.Timeout
  let said = 0
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => {
        said += 1
        const event = { type: 'LLM_Response', content: `word${said} ` }
        controller.enqueue(encoder.encode(`id: ${said}\ndata: ${JSON.stringify(event)}\n\n`))
      }, 500)
    },
    cancel() {
      clearInterval(timer)
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  process.stdout.write(`${JSON.stringify({ port, msg: 'started' })}\n`)
})
