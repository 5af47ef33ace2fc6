import { trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChatApp, openChatApp } from '../../tests/chat-app.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { createLog } from '../platform/process/log.ts'
import { createMetrics } from './metrics.ts'
import { listenForMetrics } from './metrics-server.ts'

describe('what operators see', () => {
  let test: ChatApp
  beforeAll(async () => {
    test = await openChatApp()
  })
  afterAll(() => test.close())
  afterEach(() => trace.disable())

  const open = (token: string | undefined) => {
    const metrics = createMetrics({ runningAnswers: () => 3, isRedisUp: () => false })
    const app = createApp({
      config: readConfig({ DEMO: 'off', METRICS_TOKEN: token }),
      database: test.database,
      chat: test.runtime,
      log: createLog('silent'),
      folders: { web: '/nowhere', widget: '/nowhere' },
      metrics,
    })
    return { app, metrics }
  }
  const token = 'a token of some length'

  it('is metrics by route, never by address, for whoever brings the token', async () => {
    const { app, metrics } = open(token)
    await app.request('/api/me')
    await app.request('/api/conversations/private-id/messages')
    await app.request('/nowhere/private-name')
    metrics.answered({ status: 'complete', seconds: 1.5, tokens: 42, inventedCitations: 2, searched: false })
    const response = await app.request('/metrics', { headers: { authorization: `Bearer ${token}` } })
    const text = await response.text()
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/me",status="200"} 1')
    expect(text).toContain('route="/api/conversations/:id/messages",status="401"')
    expect(text).toContain('route="other",status="404"')
    expect(text).not.toMatch(/private-id|private-name/u)
    expect(text).toContain('chat_running_answers 3')
    expect(text).toContain('redis_up 0')
    expect(text).toContain('chat_tokens_total 42')
    expect(text).toContain('chat_invented_citations_total 2')
    expect(text).toContain('chat_unsearched_answers_total 1')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  it.each([undefined, token])('is hidden from everybody else (token %s)', async (configured) => {
    const { app } = open(configured)
    expect((await app.request('/metrics')).status).toBe(404)
    const guessed = await app.request('/metrics', { headers: { authorization: 'Bearer undefined' } })
    expect(guessed.status).toBe(404)
  })

  it('is on a port of its own, which serves nothing else', async () => {
    const { metrics } = open(undefined)
    const server = await listenForMetrics(metrics, '127.0.0.1', 0)
    const url = `http://127.0.0.1:${server.port}`
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('chat_running_answers 3')
    expect((await fetch(`${url}/api/me`)).status).toBe(404)
    server.close()
    await expect(fetch(url)).rejects.toBeInstanceOf(TypeError)
  })

  it('is a span a call, by its route, once a tracer is there', async () => {
    const exporter = new InMemorySpanExporter()
    const spanProcessors = [new SimpleSpanProcessor(exporter)]
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }))
    const { app } = open(undefined)
    await app.request('/api/conversations/private-id?q=private')
    const seen = exporter.getFinishedSpans().map(({ name, attributes }) => ({ name, attributes }))
    expect(seen).toMatchObject([
      {
        name: 'GET /api/conversations/:id',
        attributes: { 'http.route': '/api/conversations/:id', 'http.response.status_code': 401 },
      },
    ])
    expect(JSON.stringify(seen)).not.toMatch(/private/u)
  })
})

describe('the reference of the API', () => {
  it('lists every call that is described to programs, without a script', async () => {
    const database = await openTestDatabase()
    const test = await openChatApp({ database })
    const described = Object(await (await test.get('/api/openapi.json')).json())
    const response = await test.get('/api/docs')
    const page = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    for (const path of Object.keys(described.paths)) expect(page).toContain(` ${path}</a>`)
    expect(page).not.toContain('<script')
    expect(page).not.toContain('style=')
    expect((await test.get('/api/docs.css')).headers.get('content-type')).toBe('text/css; charset=utf-8')
    await test.close()
    await database.close()
  })
})
