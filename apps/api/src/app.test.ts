import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { routes } from '@org/api-client/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type TestApp, openTestApp, post } from '../tests/test-app.ts'
import { openTestDatabase } from '../tests/test-database.ts'
import { listen } from './platform/server/http-server.ts'
import { type HeldMemory, heapBudget } from './platform/process/heap-budget.ts'

const openApiSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
})
const json = { 'content-type': 'application/json' }
const sameSite = { ...json, 'sec-fetch-site': 'same-origin' }

describe('the app', () => {
  let test: TestApp
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'org-api-web-'))
    const files: Record<string, string> = {
      'secret.txt': 'not served',
      'web/index.html': '<!doctype html><title>Web</title>',
      'web/assets/index-BhX3k9_a.js': `export const text = '${'x'.repeat(4000)}'`,
      'web/assets/index-BhX3k9_a.js.map': '{}',
      'web/about/index.html': '<!doctype html><title>About</title>',
      'web/robots.txt': 'Sitemap: https://verdant.example/sitemap.xml\n',
      'web/.env': 'SECRET=1',
      'widget/index.html': '<!doctype html><title>Widget</title>',
      'widget/static/embed-loader.js': 'void 0',
      'widget/static/embed-panel.js': 'void 0',
      'media/products/tea.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    }
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(folder, name, '..'), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    await symlink(join(folder, 'secret.txt'), join(folder, 'web/link.js'))
    test = await openTestApp({
      folders: { web: join(folder, 'web'), widget: join(folder, 'widget'), media: join(folder, 'media') },
    })
  })
  afterAll(async () => {
    await test.close()
    await rm(folder, { recursive: true, force: true })
  })

  const get = async (path: string, headers: Record<string, string> = {}) =>
    test.app.request(path, { headers })

  describe('errors', () => {
    it.each([
      ['an unknown address', '/api/nothing', { method: 'GET' }, 404, 'not_found'],
      ['another method', '/api/login', { method: 'GET' }, 405, 'method_not_allowed'],
      [
        'a broken body',
        '/api/login',
        { method: 'POST', headers: sameSite, body: '{"email":' },
        400,
        'malformed',
      ],
      [
        'bytes that are not UTF-8',
        '/api/login',
        { method: 'POST', headers: sameSite, body: new Uint8Array([34, 255, 34]) },
        400,
        'malformed',
      ],
      [
        'a body nested without end',
        '/api/login',
        { method: 'POST', headers: sameSite, body: '['.repeat(100_000) + ']'.repeat(100_000) },
        400,
        'malformed',
      ],
      [
        'a form',
        '/api/login',
        {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
          body: 'email=a&password=b',
        },
        415,
        'unsupported_media_type',
      ],
      [
        'a body beyond the limit',
        '/api/login',
        { method: 'POST', headers: sameSite, body: `"${'x'.repeat(1024 * 1024)}"` },
        413,
        'too_large',
      ],
      [
        'a body that breaks the contract',
        '/api/login',
        { method: 'POST', headers: sameSite, body: '{"email":"","password":7}' },
        422,
        'invalid',
      ],
      [
        'a NUL character',
        '/api/login',
        { method: 'POST', headers: sameSite, body: '{"email":"a\\u0000b","password":"x"}' },
        422,
        'invalid',
      ],
    ])('answers %s in the error shape', async (_name, path, init, status, code) => {
      const response = await test.app.request(path, init)
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.json()).toMatchObject({
        error: expect.any(String),
        code,
        request_id: response.headers.get('x-request-id'),
      })
    })

    it('lists every broken rule with its path', async () => {
      const response = await post(test.app, '/api/login', { email: '', password: 7 })
      expect(await response.json()).toMatchObject({
        detail: [
          { path: 'email', message: expect.any(String) },
          { path: 'password', message: expect.any(String) },
        ],
      })
    })

    it('stops reading a body of unannounced length at the limit', async () => {
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536).fill(32))
        },
      })
      const request = new Request('http://localhost/api/login', {
        method: 'POST',
        headers: sameSite,
        body,
        duplex: 'half',
      })
      expect((await test.app.request(request)).status).toBe(413)
      expect(sent).toBeLessThan(2 * 1024 * 1024)
    })

    it('refuses a body of more values than any of ours has, before it makes a hundred times its size of it', async () => {
      const response = await test.app.request('/api/login', {
        method: 'POST',
        headers: sameSite,
        body: `[${'{},'.repeat(300_000)}{}]`,
      })
      expect([response.status, await response.json()]).toEqual([
        413,
        expect.objectContaining({ code: 'too_large' }),
      ])
    })

    it('asks for a large body later while others fill the memory, and takes small ones', async () => {
      const cookie = await test.signIn(await test.addUser())
      const send = (bytes: number) =>
        post(
          test.app,
          '/api/conversations/import',
          { conversations: [], more: 'x'.repeat(bytes) },
          { cookie },
        )
      const others = takeAll()
      try {
        const refused = await send(2 * 1024 * 1024)
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
        expect((await send(1000)).status).not.toBe(503)
      } finally {
        others.release()
      }
      // Each gives back what it held.
      const all = takeAll()
      all.release()
      for (let call = 0; call < 3; call += 1) expect((await send(2 * 1024 * 1024)).status).not.toBe(503)
    })

    it('ends an upload that arrives slowly once another call needs its memory', async () => {
      const user = await test.addUser()
      const cookie = await test.signIn(user)
      const server = await listen(test.app, '127.0.0.1', 0)
      const room = heapBudget.open()
      expect(room.take(8 * 1024 * 1024)).toBe(true)
      const others = takeAll()
      room.release()
      const now = performance.now.bind(performance)
      const clock = vi.spyOn(performance, 'now')
      try {
        const body = 'x'.repeat(4 * 1024 * 1024)
        const head = [
          'POST /api/conversations/import HTTP/1.1',
          'Host: a',
          'Sec-Fetch-Site: same-origin',
          'Content-Type: application/json',
          `Cookie: ${cookie}`,
          `Content-Length: ${body.length + 1}`,
        ]
        const slow = saidTo(server.port, `${head.join('\r\n')}\r\n\r\n${body}`)
        const probe = () => {
          const memory = heapBudget.open()
          const isFree = memory.take(4 * 1024 * 1024)
          memory.release()
          return isFree
        }
        await expect.poll(probe).toBe(false)
        const send = () =>
          post(test.app, '/api/conversations/import', { conversations: [], more: body }, { cookie })
        expect((await send()).status).toBe(503)
        clock.mockImplementation(() => now() + 16_000)
        expect((await send()).status).toBe(200)
        expect(await slow).toMatch(/^(?:HTTP\/1\.1 503 |$)/u)
      } finally {
        clock.mockRestore()
        others.release()
        server.close()
      }
    })

    it.each(['TRACE', 'PROPFIND', 'QUERY', 'CONNECT', 'DEBUG'])(
      'takes no %s, and sends nothing back of what came with it',
      async (method) => {
        const server = await listen(test.app, '127.0.0.1', 0)
        const said = await Promise.all(
          ['/', '/api/me', '/api/login'].map((path) =>
            saidTo(
              server.port,
              `${method} ${path} HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nCookie: session=s3cret\r\n\r\n`,
            ),
          ),
        )
        server.close()
        for (const text of said) {
          // Node itself closes the connection of a proxy request or an unknown method.
          expect(text).toMatch(/^(?:HTTP\/1\.1 (?:400|404|405) |$)/u)
          expect(text).not.toContain('s3cret')
        }
      },
    )

    it('names the methods that an address takes', async () => {
      expect((await get('/api/login')).headers.get('allow')).toBe('POST')
    })

    it('names them legibly to a browser that takes compressed answers, too', async () => {
      const response = await get('/api/login', { 'accept-encoding': 'gzip' })
      const bytes = Buffer.from(await response.arrayBuffer())
      const body = response.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes
      expect(JSON.parse(body.toString())).toMatchObject({ code: 'method_not_allowed' })
    })

    it('blames nobody else when a sender goes away in the middle of a body', async () => {
      test.logged.length = 0
      const lost = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
      const body = new ReadableStream({
        pull(controller) {
          controller.error(lost)
        },
      })
      const response = await test.app.request(
        new Request('http://localhost/api/login', {
          method: 'POST',
          headers: sameSite,
          body,
          duplex: 'half',
        }),
      )
      expect(response.status).toBe(400)
      expect(test.logged.filter(({ level }) => level === 'error')).toEqual([])
    })

    it('tells nobody what broke inside, and the log everything but secrets', async () => {
      const database = await openTestDatabase()
      const closed = await openTestApp({ database })
      const user = await closed.addUser()
      await database.lose()
      const response = await post(closed.app, '/api/login', user)
      expect(response.status).toBe(500)
      const text = await response.text()
      expect(text).not.toMatch(/select|pglite|\.ts/iu)
      const entry = closed.logged.find(({ level }) => level === 'error')
      expect(entry).toMatchObject({ request_id: response.headers.get('x-request-id'), msg: 'request failed' })
      expect(JSON.stringify(closed.logged)).not.toContain(user.email)
    })

    it('writes no error into the log for an image that is broken', async () => {
      const own = await openTestApp()
      const data = Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1').toString('base64')
      const response = await post(own.app, '/api/chat', { text: 'Look', images: [{ data }] })
      expect(response.status).toBe(415)
      expect(own.logged.filter(({ level }) => level === 'error')).toEqual([])
      await own.close()
    })

    it('keeps the prototype of objects clean', async () => {
      const body =
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"email":"a","password":"b"}'
      const response = await test.app.request('/api/login', { method: 'POST', headers: sameSite, body })
      expect(response.status).toBe(401)
      expect('polluted' in {}).toBe(false)
    })
  })

  describe('other sites', () => {
    const login = async (headers: Record<string, string>) =>
      (
        await test.app.request('http://localhost:8000/api/logout', {
          method: 'POST',
          headers: { host: 'localhost:8000', ...json, ...headers },
          body: '{}',
        })
      ).status

    it.each([
      ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
      ['a page of a sister site', { 'sec-fetch-site': 'same-site', origin: 'http://sister.localhost:8000' }],
      ['an older browser on another site', { origin: 'https://evil.example' }],
      ['a sandboxed page', { origin: 'null' }],
      ['a name that begins like ours', { origin: 'http://localhost:8000.evil.example' }],
      ['a program that brings a session', { cookie: 'session=x' }],
    ])('refuses a change by %s', async (_name, headers) => {
      expect(await login(headers)).toBe(403)
    })

    it.each([
      ['our own page', { 'sec-fetch-site': 'same-origin', cookie: 'session=x' }],
      ['our own page in an older browser', { origin: 'http://localhost:8000', cookie: 'session=x' }],
      ['a program without a session', {}],
    ])('accepts a change by %s', async (_name, headers) => {
      expect(await login(headers)).toBe(200)
    })

    it('are allowed to read nothing', async () => {
      const response = await get('/api/me', { origin: 'https://evil.example' })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    })
  })

  describe('headers', () => {
    it.each(['/', '/chat', '/assets/index-BhX3k9_a.js', '/healthz', '/missing.png'])(
      'of %s keep the browser from guessing types, framing us elsewhere and running strange scripts',
      async (path) => {
        const { headers } = await get(path)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
        expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/u)
        const policy = headers.get('content-security-policy')
        expect(policy).not.toMatch(/unsafe/u)
        expect(policy).toContain("script-src 'self'")
        expect(policy).toContain("frame-ancestors 'self'")
        expect(policy).toContain("object-src 'none'")
        expect(policy).toContain("base-uri 'none'")
        expect(headers.get('strict-transport-security')).toBeNull()
      },
    )

    it.each(['/api/me', '/api/nothing', '/api/login', '/api/openapi.json'])(
      'of %s keep the browser from guessing types, and data from loading, being framed or being kept',
      async (path) => {
        const { headers } = await get(path)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-security-policy')).toBe(
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        )
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
        expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
        expect(headers.get('cache-control')).toMatch(/no-store|no-cache/u)
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/u)
        expect(headers.get('strict-transport-security')).toBeNull()
      },
    )

    it.each([
      '/',
      '/api/me',
      '/api/login',
      '/api/nothing',
      '/auth/callback',
      '/static/embed-loader.js',
      '/media/products/tea.svg',
      '/missing.png',
    ])('of %s are the same on a connection as from the app', async (path) => {
      // Headers that Node adds.
      const ofNode = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])
      const ours = (response: Response) => [...response.headers].filter(([name]) => !ofNode.has(name))
      const headers = { 'accept-encoding': 'identity', 'x-request-id': 'the-same' }
      const server = await listen(test.app, '127.0.0.1', 0)
      try {
        const sent = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })
        await sent.arrayBuffer()
        expect(ours(sent)).toEqual(ours(await get(path, headers)))
      } finally {
        server.close()
      }
    })

    it('take over a sane request id and no other', async () => {
      expect(
        (await get('/healthz', { 'x-request-id': 'from-the-proxy_1' })).headers.get('x-request-id'),
      ).toBe('from-the-proxy_1')
      expect((await get('/healthz', { 'x-request-id': 'a"b' })).headers.get('x-request-id')).not.toBe('a"b')
    })

    it('name no referrer on the page that e-mailed links lead to', async () => {
      expect((await get('/auth/callback')).headers.get('referrer-policy')).toBe('no-referrer')
    })
  })

  describe('files', () => {
    it('with a digest in their name are kept for ever, and compressed for whoever can read that', async () => {
      const path = '/assets/index-BhX3k9_a.js'
      const plain = await get(path)
      expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect((await plain.text()).length).toBeGreaterThan(4000)
      const small = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
      expect(small.headers.get('content-encoding')).toBe('br')
      expect(small.headers.get('vary')).toBe('Accept-Encoding')
      expect(Number(small.headers.get('content-length'))).toBeLessThan(200)
      expect((await get(path, { 'accept-encoding': 'gzip, br;q=0' })).headers.get('content-encoding')).toBe(
        'gzip',
      )
    })

    it('are found however late they were built', async () => {
      expect((await get('/assets/late-BhX3k9_b.js')).status).toBe(404)
      await writeFile(join(folder, 'web/assets/late-BhX3k9_b.js'), 'void 0')
      expect(await (await get('/assets/late-BhX3k9_b.js')).text()).toBe('void 0')
    })

    it('without a digest are asked for again, though their name looks like one', async () => {
      await writeFile(join(folder, 'web/apple-touch-icon.png'), 'png')
      expect((await get('/apple-touch-icon.png')).headers.get('cache-control')).toBe('no-cache')
    })

    it('are not sent again to a browser that has them', async () => {
      const first = await get('/')
      const again = await get('/', { 'if-none-match': first.headers.get('etag') ?? '' })
      expect([again.status, await again.text()]).toEqual([304, ''])
    })

    it('answer HEAD with the headers alone', async () => {
      const response = await test.app.request('/', { method: 'HEAD' })
      expect([response.status, await response.text()]).toEqual([200, ''])
      expect(response.headers.get('content-length')).toBe('33')
    })

    it.each(['/', '/chat', '/chat/0198c5f6', '/embed/some-config', '/widgets/x'])(
      'leave %s to the router of the site',
      async (path) => {
        const response = await get(path, { accept: 'text/html,application/xhtml+xml' })
        expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
        expect(response.headers.get('cache-control')).toBe('no-cache')
        expect(await response.text()).toContain('<title>Web</title>')
      },
    )

    it.each(['/about', '/about/', '/about?from=mail'])(
      'answer %s with the page rendered at build',
      async (path) => {
        const response = await get(path, { accept: 'text/html' })
        expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
        expect(await response.text()).toContain('<title>About</title>')
      },
    )

    it('name the address that was asked in what search engines read', async () => {
      const response = await get('/robots.txt')
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(await response.text()).toBe('Sitemap: http://localhost/sitemap.xml\n')
    })

    it('show the widget at its themes', async () => {
      expect(await (await get('/embed/theme/ultra')).text()).toContain('<title>Widget</title>')
    })

    it.each([
      '/missing.js',
      '/assets/index-BhX3k9_a.js.map',
      '/.env',
      '/.git/HEAD',
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%5c..%5csecret.txt',
      '/media/../../secret.txt',
      '/media/..%2f..%2fsecret.txt',
      '/%',
      '/%00.js',
      '/link.js',
      '/assets/index-BhX3k9_a.js/x.js',
    ])('do not include %s', async (path) => {
      const response = await test.app.request(new Request(`http://localhost${path}`))
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('not served')
    })

    it('let other sites load the scripts that are for them', async () => {
      for (const name of ['loader', 'panel']) {
        const { headers } = await get(`/static/embed-${name}.js`)
        expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
        expect(headers.get('access-control-allow-origin')).toBe('*')
        expect(headers.get('cache-control')).toBe('public, max-age=3600')
        expect(headers.getSetCookie()).toEqual([])
      }
      expect((await get('/assets/index-BhX3k9_a.js')).headers.get('cross-origin-resource-policy')).toBe(
        'same-origin',
      )
    })

    it('that are pictures run nothing, whatever they hold', async () => {
      const { headers } = await get('/media/products/tea.svg')
      expect(headers.get('content-type')).toBe('image/svg+xml')
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/u)
    })

    it('of the demonstration are not there without it', async () => {
      const plain = await openTestApp({ database: test.database })
      expect((await plain.app.request('/media/products/magnesium-glycinate.svg')).status).toBe(404)
    })
  })

  describe('health', () => {
    it('is ready while the database answers and the server is not stopping', async () => {
      expect(await (await get('/healthz')).json()).toEqual({ ok: true })
      expect((await get('/readyz')).status).toBe(200)
      test.lifecycle.stopping = true
      const response = await get('/readyz')
      test.lifecycle.stopping = false
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('5')
    })

    it('is alive but not ready without its database', async () => {
      const database = await openTestDatabase()
      const closed = await openTestApp({ database })
      await database.lose()
      expect((await closed.app.request('/healthz')).status).toBe(200)
      expect((await closed.app.request('/readyz')).status).toBe(503)
    })
  })

  describe('GET /api/openapi.json', () => {
    it('describes the calls that are served, each with the schemas of the contract', async () => {
      const response = await get('/api/openapi.json')
      const document = openApiSchema.parse(await response.json())
      const listed = Object.values(document.paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      )
      expect(listed).toEqual(expect.arrayContaining(['me', 'login', 'logout', 'signup', 'authors', 'tools']))
      for (const name of listed) expect(routes).toHaveProperty(name)
      expect(document).toMatchObject({
        openapi: '3.1.0',
        paths: {
          '/api/login': {
            post: {
              requestBody: {
                content: { 'application/json': { schema: { required: ['email', 'password'] } } },
              },
              responses: { default: { $ref: '#/components/responses/Error' } },
            },
          },
        },
      })
    })
  })

  it('writes one line a request, without what people sent', async () => {
    const user = await test.addUser()
    test.logged.length = 0
    const response = await post(test.app, '/api/login?token=t0ps3cret', user)
    expect(test.logged).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        event: 'sign_in',
        outcome: 'success',
        account: user.id,
        msg: 'security event',
      },
      {
        level: 'info',
        time: expect.any(String),
        request_id: response.headers.get('x-request-id'),
        method: 'POST',
        path: '/api/login',
        status: 200,
        ms: expect.any(Number),
        msg: 'request',
      },
    ])
  })
})

/** Everything that is there for large bodies. */
function takeAll(): HeldMemory {
  const memory = heapBudget.open()
  for (let part = 2 ** 40; part >= 1; part /= 2) memory.take(part)
  return memory
}

/** Returns the server's response to malformed bytes, until it closes the connection or has answered. */
async function saidTo(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8').setTimeout(5000, () => socket.destroy())
  let said = ''
  socket.on('data', (piece) => {
    said += String(piece)
    if (said.includes('\r\n\r\n')) socket.end()
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  return said
}
