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
