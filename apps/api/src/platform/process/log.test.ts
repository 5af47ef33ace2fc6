import { TypeValidationError } from '@ai-sdk/provider'
import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

describe('createLog', () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })

  it('hides what opens doors', () => {
    log.info({ password: 'p', headers: { cookie: 'c', authorization: 'a' }, body: { token: 't' } }, 'x')
    expect(lines.at(-1)).toMatchObject({
      level: 'info',
      password: '[redacted]',
      headers: { cookie: '[redacted]', authorization: '[redacted]' },
      body: { token: '[redacted]' },
    })
  })

  it('names a stream by a digest of its id, in fields, in bindings and in paths', () => {
    const id = '0199AAAA-0000-7000-8000-00000000000a'
    log.info({ stream_id: id }, 'x')
    log.child({ stream_id: id.toLowerCase() }).info('x')
    for (const path of [
      `/api/chat/streams/${id}`,
      `/api/chat/streams/${id}/stop`,
      `//API/Chat/stream/${id}x`,
    ]) {
      log.child({}, { redact: [] }).info({ path }, 'request')
    }
    const [digest] = lines.slice(-5).map((line) => line['stream_id'])
    expect(digest).toMatch(/^[0-9a-f]{16}$/u)
    expect(lines.slice(-5)).toMatchObject([
      { stream_id: digest },
      { stream_id: digest },
      { path: `/api/chat/streams/${String(digest)}` },
      { path: `/api/chat/streams/${String(digest)}/stop` },
      { path: `//API/Chat/stream/${String(digest)}x` },
    ])
    expect(JSON.stringify(lines.slice(-5)).toLowerCase()).not.toContain(id.toLowerCase())
  })

  it('writes a failed query without its parameters, in the message and in the stack', () => {
    const said = 'someone said\n    at home\nhello'
    const error = new DrizzleQueryError('select $1', [said], new Error('the connection is gone'))
    log.error({ error }, 'request failed')
    expect(lines.at(-1)).toMatchObject({
      error: {
        message: 'Failed query: select $1',
        stack: expect.stringMatching(/^at .*log\.test\.ts/u),
        cause: { message: 'the connection is gone' },
      },
    })
    expect(JSON.stringify(lines.at(-1))).not.toMatch(/someone|at home|hello/u)
  })

  it('leaves out what a model said, which errors about it quote', () => {
    const error = new TypeValidationError({ value: { said: 'someone' }, cause: new Error('no') })
    log.error({ error }, 'the model failed')
    expect(lines.at(-1)).toMatchObject({ error: { type: 'AI_TypeValidationError' } })
    expect(JSON.stringify(lines.at(-1))).not.toContain('someone')
  })

  it('keeps one entry on one line, whatever people send', () => {
    log.info({ path: '/a\r\n{"level":"error"}' }, 'request')
    expect(lines.at(-1)).toMatchObject({ level: 'info', path: '/a\r\n{"level":"error"}' })
  })
})
