import { errorBodySchema, routes } from '@org/api-client/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openTestApp, type TestApp } from '../../../tests/test-app.ts'
import { HttpError } from '../http/http-error.ts'
import { givenParameters, parseInput } from './parse-input.ts'

describe('query parameters', () => {
  let test: TestApp
  let cookie: string
  beforeAll(async () => {
    test = await openTestApp()
    cookie = await test.signIn(await test.addUser({ role: 'admin' }))
  })
  afterAll(() => test.close())

  const optional = Object.values(routes).flatMap((route) => {
    if (!('query' in route) || route.method !== 'GET') return []
    const { shape }: { shape: Record<string, z.ZodType> } = route.query
    return Object.entries(shape)
      .filter(([, schema]) => schema.safeParse(undefined).success)
      .map(([name]) => [route.path, name] as const)
  })

  it.each(optional)('of %s that are optional may be empty: %s', async (path, name) => {
    const headers = { cookie }
    const address = path.replaceAll(/\{\w+\}/gu, '01990000-0000-7000-8000-000000000001')
    // The address that is looked up is not optional there.
    const given = path === '/api/admin/entitlements' ? 'email=a@example.com&' : ''
    const without = await test.app.request(`${address}?${given}`, { headers })
    // One export of an account runs at a time.
    await without.text()
    const empty = await test.app.request(`${address}?${given}${name}=`, { headers })
    await empty.text()
    expect(empty.status).toBe(without.status)
    expect(empty.status).toBeLessThan(500)
  })

  it('that are required may not', async () => {
    const response = await test.app.request('/api/admin/entitlements?email=', { headers: { cookie } })
    expect(response.status).toBe(422)
    const body = errorBodySchema.parse(await response.json())
    expect(body.error).toBe('This field is required.')
  })

  it('keep zeros and spaces', () => {
    expect(givenParameters({ a: '0', b: ' ', c: '' })).toEqual({ a: '0', b: ' ' })
  })
})

describe('the message of a broken rule', () => {
  const broken: [z.ZodType, unknown, string][] = [
    [z.guid(), '7', 'This is not a valid id.'],
    [z.uuid(), '7', 'This is not a valid id.'],
    [z.email(), 'x', 'This is not an email address.'],
    [z.iso.datetime(), 'x', 'This is not a valid time.'],
    [z.iso.date(), 'x', 'This is not a valid date.'],
    [z.url(), 'x', 'This is not a valid address.'],
    [z.string().regex(/a/u), 'x', 'This value has the wrong format.'],
    [z.string(), undefined, 'This field is required.'],
    [z.string(), 7, 'This value has the wrong type.'],
    [z.string().min(1), '', 'Must not be empty.'],
    [z.string().min(3), 'a', 'Must be at least 3 characters.'],
    [z.string().max(1), 'ab', 'Must be at most 1 characters.'],
    [z.array(z.string()).min(2), ['a'], 'Must have at least 2 entries.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Must have at most 1 entries.'],
    [z.number().min(1), 0, 'Must be 1 or more.'],
    [z.number().max(2), 3, 'Must be 2 or less.'],
    [z.enum(['merge', 'replace']), 'x', 'Must be one of: merge, replace.'],
    [z.strictObject({}), { extra: 1 }, 'Unknown field: extra.'],
    [z.union([z.string(), z.number()]), true, 'This value is not valid.'],
  ]

  it.each(broken)('is a sentence: %#', (schema, value, sentence) => {
    expect(messageOf(schema, value, 'en')).toBe(sentence)
    for (const language of ['es', 'ar'] as const) {
      expect(messageOf(schema, value, language)).not.toBe(sentence)
      expect(messageOf(schema, value, language)).not.toMatch(/Invalid|expected|GUID/u)
    }
  })

  it('is the schema’s own where it has one', () => {
    expect(messageOf(z.string().min(3, 'Too short.'), 'a', 'en')).toBe('Too short.')
  })
})

function messageOf(schema: z.ZodType, value: unknown, language: 'en' | 'es' | 'ar'): string | undefined {
  try {
    parseInput(schema, value, language)
  } catch (error) {
    return error instanceof HttpError ? error.fields?.[0]?.message : undefined
  }
  return undefined
}
