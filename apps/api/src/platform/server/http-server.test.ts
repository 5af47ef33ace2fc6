import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import type { AppEnv } from '../http/app-env.ts'
import { type HttpServer, type HttpServerOptions, listen } from './http-server.ts'

describe('listen', () => {
  let server: HttpServer | undefined
  afterEach(() => server?.close())

  const listenWith = async (options: HttpServerOptions) => {
    const app = new Hono<AppEnv>().get('/', (c) => c.text('here'))
    server = await listen(app, '127.0.0.1', 0, options)
    return server
  }

  const open = async (app: Hono<AppEnv>) => {
    server = await listen(app, '127.0.0.1', 0)
    return server
  }

  /** A request as no `fetch` would send it. */
  const raw = (port: number, options: { path?: string; host?: string }) =>
    new Promise<{ status: number | undefined; nosniff: unknown; body: string }>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: options.path ?? '/', headers: { host: options.host ?? 'a' } })
        .once('response', (response) => {
          const nosniff = response.headers['x-content-type-options']
          text(response).then((body) => resolve({ status: response.statusCode, nosniff, body }), reject)
        })
        .once('error', reject)
        .end()
    })

  /** Returns the response to malformed bytes; the server must close the connection. */
  const answerTo = async (port: number, bytes: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2)
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'imu').exec(head)?.[1]
    expect(header('connection')).toBe('close')
    return {
      status: Number(/^HTTP\/1\.1 (\d+)/u.exec(head)?.[1]),
      nosniff: header('x-content-type-options'),
      body: JSON.parse(/\{.*\}/u.exec(body)?.[0] ?? ''),
    }
  }

  it('holds an idle connection longer than it announces, for a client that closes it late', async () => {
    const { port } = await listenWith({ announcedIdleMs: 1000 })
    const plain = createServer((_, response) => response.end())
    plain.keepAliveTimeout = 1000
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const plainPort = Number(Object(plain.address()).port)
    const [ours, theirs] = [connect(port, '127.0.0.1'), connect(plainPort, '127.0.0.1')]
    const ask = async (socket: Socket): Promise<string> => {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      const closed = once(socket, 'close').then(() => ['closed'])
      const [answer]: unknown[] = await Promise.race([once(socket, 'data'), closed])
      return String(answer)
    }
    try {
      expect(await ask(ours)).toMatch(/^Keep-Alive: timeout=1\r$/mu)
      await ask(theirs)
      // Node's own margin of 1 s is over.
      await once(theirs, 'close')
      expect(await ask(ours)).toContain('200 OK')
    } finally {
      ours.destroy()
      plain.close()
    }
  })

  it.each([{ host: 'bad host' }, { host: 'a/b' }, { path: 'http://' }, { path: '/a\\b' }])(
    'answers %j in the error shape',
    async (options) => {
      const { port } = await open(new Hono<AppEnv>())
      const { status, nosniff, body } = await raw(port, options)
      expect([status, nosniff]).toEqual([400, 'nosniff'])
      expect(JSON.parse(body)).toEqual({
        error: 'The request is malformed.',
        code: 'malformed',
        request_id: expect.any(String),
      })
    },
  )

  it.each([
    { what: 'no Host', sent: 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', status: 400, code: 'malformed' },
    { what: 'an unknown method', sent: 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', status: 400, code: 'malformed' },
    { what: 'no HTTP', sent: '\u0016\u0003hello\r\n\r\n', status: 400, code: 'malformed' },
    {
      what: 'two lengths of its body',
      sent: 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n',
      status: 400,
      code: 'malformed',
    },
    {
      what: 'headers without end',
      sent: `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      status: 431,
      code: 'too_large',
    },
    {
      what: 'an expectation that nobody meets',
      sent: 'POST / HTTP/1.1\r\nHost: a\r\nExpect: wine\r\n\r\n',
      status: 417,
      code: 'malformed',
    },
  ])('refuses a request with $what in the error shape, and hangs up', async ({ sent, status, code }) => {
    const { port } = await open(new Hono<AppEnv>())
    expect(await answerTo(port, sent)).toMatchObject({ status, nosniff: 'nosniff', body: { code } })
  })

  it('refuses a body that cannot be read further in the error shape', async () => {
    const app = new Hono<AppEnv>()
    app.post('/', async (c) => c.text(await c.req.text()))
    const { port } = await open(app)
    const sent = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'
    expect(await answerTo(port, sent)).toMatchObject({ status: 400, body: { code: 'malformed' } })
  })

  it('says nothing in the middle of an answer, or in the place of one, to what follows it', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const app = new Hono<AppEnv>()
      .get('/waiting', () => {
        arrive()
        return new Promise(() => undefined)
      })
      .get('/begun', () => new Response(ReadableStream.from(endless())))
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    async function* endless() {
      yield new TextEncoder().encode('begun')
      begin()
      await new Promise(() => undefined)
    }
    const { port } = await open(app)
    const saidOf = async (path: string, isUnderWay: Promise<void>) => {
      const socket = connect(port, '127.0.0.1')
      let said = ''
      socket.setEncoding('utf8').on('data', (piece) => (said += String(piece)))
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      await isUnderWay
      socket.write('no HTTP\r\n\r\n')
      await new Promise((resolve) => socket.once('close', resolve))
      return said
    }
    expect(await saidOf('/waiting', arrived)).toBe('')
    expect(await saidOf('/begun', begun)).not.toContain('malformed')
  })

  it('drains at once when connections are only kept open, and waits for an answer under way', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: finish, resolve } = Promise.withResolvers<void>()
    const app = new Hono<AppEnv>()
      .get('/quick', (c) => c.text('quick'))
      .get('/slow', async (c) => {
        arrive()
        await finish
        return c.text('slow')
      })
    const { port, drain } = await open(app)
    await (await fetch(`http://127.0.0.1:${port}/quick`)).text()
    const slow = fetch(`http://127.0.0.1:${port}/slow`)
    await arrived
    const draining = drain(60_000)
    resolve()
    expect(await (await slow).text()).toBe('slow')
    await draining
  })

  it('cuts off a reader that takes nothing, and tells whoever writes', async () => {
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<number>()
    const piece = new Uint8Array(64 * 1024)
    let written = 0
    const app = new Hono<AppEnv>()
    app.get('/', () => {
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            written += piece.length
            controller.enqueue(piece)
          },
          cancel: () => cancel(written),
        },
        { highWaterMark: 0 },
      )
      return new Response(body)
    })
    server = await listen(app, '127.0.0.1', 0, { stalledMs: 300 })
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    // Only the system's buffers are filled.
    expect(await cancelled).toBeLessThan(64 * 1024 * 1024)
    socket.destroy()
  })

  it.each([
    { what: 'headers', begin: 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ' },
    { what: 'body', begin: 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n' },
  ])('cuts off a request whose $what come a letter at a time', async ({ begin }) => {
    const app = new Hono<AppEnv>()
    app.post('/', async (c) => c.text(await c.req.text()))
    server = await listen(app, '127.0.0.1', 0, { headersMs: 200, requestMs: 200 })
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(begin)
    const drip = setInterval(() => socket.write('x'), 20)
    let said = ''
    socket.setEncoding('utf8').on('data', (piece) => (said += String(piece)))
    // A letter on its way when the server hangs up is answered with a reset, behind what the server has said.
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(drip)
    expect(said).toContain('408 Request Timeout')
    expect(said).toContain('"code":"timeout"')
  })

  it('tells whoever comes when it is full to come again, and serves on those who were there', async () => {
    const app = new Hono<AppEnv>().get('/', (c) => c.text('served'))
    server = await listen(app, '127.0.0.1', 0, { maxConnections: 1 })
    const { port } = server
    const [first, second] = [new Agent({ keepAlive: true }), new Agent()]
    const ask = async (agent: Agent) => {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request({ port, host: '127.0.0.1', agent }).once('response', resolve).once('error', reject).end()
      })
      const { statusCode: status, headers } = response
      return { status, after: headers['retry-after'], body: await text(response) }
    }
    expect(await ask(first)).toMatchObject({ status: 200, body: 'served' })
    const refused = await ask(second)
    expect(refused).toMatchObject({ status: 503, after: '5' })
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'unavailable' })
    expect(await ask(first)).toMatchObject({ status: 200 })
    first.destroy()
    await expect.poll(async () => (await ask(second)).status).toBe(200)
  })

  it('stops waiting when the grace is over', async () => {
    const app = new Hono<AppEnv>().get('/never', () => new Promise(() => undefined))
    const { port, drain, close } = await open(app)
    const never = fetch(`http://127.0.0.1:${port}/never`).catch((error: unknown) => error)
    await drain(50)
    close()
    expect(await never).toBeInstanceOf(TypeError)
  })
})
