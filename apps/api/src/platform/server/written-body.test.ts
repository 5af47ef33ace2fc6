import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppContext, AppEnv } from '../http/app-env.ts'
import { type HttpServer, listen } from './http-server.ts'

describe('a body that a handler writes by itself', () => {
  let server: HttpServer
  let written: string[]
  beforeEach(async () => {
    written = []
    const write = (c: AppContext) => {
      c.env.writeBody?.((connection) => {
        written.push(c.req.path)
        connection.write('one ')
        setImmediate(() => connection.end('two'))
      })
      return c.body(null, 201, { 'Content-Type': 'text/event-stream' })
    }
    const app = new Hono<AppEnv>()
    app.use(async (c, next) => {
      await next()
      c.header('Set-Cookie', 'a=1', { append: true })
      c.header('Set-Cookie', 'b=2', { append: true })
      if (c.req.path === '/breaks') throw new Error('too late')
    })
    app.onError((error, c) => c.text(error.message, 500))
    app.get('/', write)
    app.get('/breaks', write)
    app.get('/plain', (c) => c.text('plain'))
    server = await listen(app, '127.0.0.1', 0)
  })
  afterEach(() => server.close())
  const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method })

  it('comes after the headers that the whole app has put on its answer', async () => {
    const response = await get('/')
    expect([response.status, await response.text()]).toEqual([201, 'one two'])
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('is not written where an error takes its place, or only the headers are asked for', async () => {
    const broken = await get('/breaks')
    expect([broken.status, await broken.text()]).toEqual([500, 'too late'])
    const headers = await get('/', 'HEAD')
    expect([headers.status, await headers.text()]).toEqual([201, ''])
    expect(written).toEqual([])
  })

  it('leaves other answers alone', async () => {
    expect(await (await get('/plain')).text()).toBe('plain')
  })
})
