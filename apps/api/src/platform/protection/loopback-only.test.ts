import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../../tests/test-app.ts'
import { listen, type HttpServer } from '../server/http-server.ts'

describe('a demonstration', () => {
  let test: TestApp
  let server: HttpServer
  beforeAll(async () => {
    test = await openTestApp({ config: { demo: true } })
    server = await listen(test.app, '127.0.0.1', 0)
  })
  afterAll(async () => {
    server.close()
    await test.close()
  })

  /** The status line of a response to a request written by hand. */
  const statusOf = async (lines: string[], version = '1.1', target = '/outbox') => {
    const socket = connect(server.port, '127.0.0.1')
    // Left open until the response is there: a half-closed connection ends when a handler waits for its database.
    socket.write([`GET ${target} HTTP/${version}`, ...lines, 'Connection: close', '', ''].join('\r\n'))
    return (await text(socket)).split('\r\n')[0]
  }

  it.each([
    ['localhost'],
    ['localhost:8000'],
    ['LOCALHOST.'],
    ['shop.localhost:3000'],
    ['127.0.0.1'],
    ['127.8.9.10:80'],
    ['[::1]:8000'],
  ])('answers requests for the host %s', async (host) => {
    expect(await statusOf([`Host: ${host}`])).toBe('HTTP/1.1 200 OK')
  })

  it.each([
    ['assistant.example'],
    ['evil.example:8000'],
    ['localhost.evil.example'],
    ['127.0.0.1.evil.example'],
    ['192.168.1.7'],
    ['0.0.0.0'],
    ['[2001:db8::7]'],
    ['localhost..'],
    ['evil.example.'],
    ['EVIL.EXAMPLE'],
  ])('refuses requests for the host %s, as after DNS rebinding', async (host) => {
    expect(await statusOf([`Host: ${host}`])).toBe('HTTP/1.1 403 Forbidden')
  })

  it.each([
    ['Forwarded: for=203.0.113.7'],
    ['X-Forwarded-For: 203.0.113.7'],
    ['X-Forwarded-Proto: https'],
    ['X-Forwarded-Host: assistant.example'],
    ['X-Forwarded-Anything: 1'],
    ['X-Real-IP: 203.0.113.7'],
    ['Via: 1.1 proxy'],
    ['CF-Connecting-IP: 203.0.113.7'],
    ['X-Original-Host: assistant.example'],
    ['X-Original-URL: /outbox'],
    ['X-Envoy-External-Address: 203.0.113.7'],
    ['X-Cluster-Client-IP: 203.0.113.7'],
    ['Fly-Client-IP: 203.0.113.7'],
    ['CDN-Loop: cloudflare'],
    ['X-Forwarded: for=203.0.113.7'],
    ['X-Forward-For: 203.0.113.7'],
    ['Forwarded-For: 203.0.113.7'],
    ['CF-IPCountry: DE'],
    ['Fly-Region: fra'],
    ['X-ProxyUser-IP: 203.0.113.7'],
    ['X-Nginx-Proxy: true'],
    ['X-Varnish: 32770'],
    ['X-Request-Start: t=1'],
    ['Max-Forwards: 9'],
    ['Proxy-Connection: keep-alive'],
    ['Origin: https://assistant.example'],
  ])('refuses requests that came through a proxy: %s', async (header) => {
    expect(await statusOf(['Host: 127.0.0.1:8000', header])).toBe('HTTP/1.1 403 Forbidden')
  })

  it.each([
    ['[::ffff:203.0.113.7]'],
    ['localhost@evil.example'],
    ['localhost:1@evil.example'],
    ['localhost, evil.example'],
  ])('refuses the malformed host %s', async (host) => {
    expect(await statusOf([`Host: ${host}`])).toBe('HTTP/1.1 400 Bad Request')
  })

  it('refuses HTTP/1.0, which proxies speak and browsers do not', async () => {
    expect(await statusOf(['Host: localhost'], '1.0')).toBe('HTTP/1.1 403 Forbidden')
  })

  it('refuses an absolute address of another host, whatever the Host header holds', async () => {
    const status = await statusOf(['Host: localhost'], '1.1', 'http://assistant.example/outbox')
    expect(status).not.toBe('HTTP/1.1 200 OK')
  })

  it('refuses every route before it is looked up, in the error shape', async () => {
    for (const path of ['/', '/healthz', '/api/me', '/api/demo/outbox', '/nowhere']) {
      const response = await test.app.request(path, { headers: { host: 'assistant.example' } })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({
        code: 'forbidden',
        error: 'This server is a demonstration and answers only on its own machine, at localhost.',
      })
    }
  })
})

it('a server that is not a demonstration answers for any host', async () => {
  const test = await openTestApp()
  const headers = { host: 'assistant.example', 'x-forwarded-for': '203.0.113.7' }
  expect((await test.app.request('/api/me', { headers })).status).toBe(200)
  await test.close()
})
