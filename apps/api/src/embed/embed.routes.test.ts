import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  adminClientsSchema,
  configuratorConflictSchema,
  configuratorHistorySchema,
  configuratorListSchema,
  configuratorSaveResponseSchema,
  configuratorSightingsSchema,
  embedListsSchema,
  embedSessionSchema,
  errorBodySchema,
  type ConfiguratorSave,
  widgetDefaults,
} from '@org/api-client/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, openTestApp, post, type TestApp, type TestUser } from '../../tests/test-app.ts'
import { listAudit } from '../audit/audit.store.ts'
import { users } from '../db/schema/auth.ts'
import { configurators, widgetSightings, widgetSignups } from '../db/schema/embed.ts'
import { newId } from '../platform/process/ids.ts'
import { withDefaults } from '../widgets/configurators.store.ts'

let test: TestApp
let adminUser: TestUser
let admin: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embed-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>widget</title>')
  test = await openTestApp({ folders: { web: folder, widget: folder }, config: { trustedProxyHops: 1 } })
  adminUser = await test.addUser({ role: 'admin' })
  admin = await test.signIn(adminUser)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

/** Moves the clock, and signs the administrator in again: the session ends after an hour without use. */
async function pass(ms: number): Promise<void> {
  test.advance(ms)
  admin = await test.signIn(adminUser)
}

async function save(body: ConfiguratorSave): Promise<string> {
  const response = await post(test.app, '/api/admin/configurators', body, { cookie: admin })
  expect(response.status).toBe(200)
  return configuratorSaveResponseSchema.parse(await response.json()).id
}

async function stored(id: string) {
  const response = await test.app.request('/api/admin/configurators', { headers: { cookie: admin } })
  return configuratorListSchema.parse(await response.json()).items.find((item) => item.id === id)
}

async function historyOf(id: string) {
  const path = `/api/admin/configurators/${id}/history`
  const response = await test.app.request(path, { headers: { cookie: admin } })
  return configuratorHistorySchema.parse(await response.json()).items
}

async function sightingsOf(id: string) {
  const path = `/api/admin/configurators/${id}/sightings`
  const response = await test.app.request(path, { headers: { cookie: admin } })
  return configuratorSightingsSchema.parse(await response.json()).items
}

function form(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return test.app.request(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      accept: 'application/json',
      ...headers,
    },
  })
}

describe('configurators', () => {
  it('are for admins alone', async () => {
    const client = await test.signIn(await test.addUser({ role: 'client' }))
    for (const [cookie, status] of [
      [undefined, 401],
      [client, 403],
    ] as const) {
      const headers = cookie === undefined ? {} : { cookie }
      expect((await test.app.request('/api/admin/configurators', { headers })).status).toBe(status)
      expect((await post(test.app, '/api/admin/configurators', {}, headers)).status).toBe(status)
      const deleted = await test.app.request('/api/admin/configurators/x', {
        method: 'DELETE',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
      })
      expect(deleted.status).toBe(status)
      for (const part of ['history', 'sightings']) {
        const path = `/api/admin/configurators/x/${part}`
        expect((await test.app.request(path, { headers })).status).toBe(status)
      }
    }
  })

  it('take the defaults for what is left out, on create and on update', async () => {
    const defaults = {
      client_owner: null,
      active: true,
      allow_conversations: 'multi',
      force_tool_calls: false,
      widget_theme: 'ultra',
      affiliate_code: null,
      widget_title: '',
      model: null,
      temperature: null,
      system_prompt: null,
      allow_attachments: true,
      sidebar_collapsed: true,
      compose_placeholder: 'Ask something. (Shift+Enter for newline)',
      allowed_tools: [],
      allowed_authors: [],
      allowed_origins: null,
      questions_per_day: null,
      tokens_per_day: null,
      appearance: widgetDefaults.appearance,
      client_edits: [...widgetDefaults.clientEdits],
    }
    const owner = await test.addUser({ role: 'client' })
    const all = {
      name: 'All',
      client_owner: owner.id,
      active: false,
      allow_conversations: 'single',
      force_tool_calls: true,
      widget_theme: 'ivory',
      affiliate_code: 'code',
      widget_title: 'Title',
      model: 'a-model',
      temperature: 1.5,
      system_prompt: 'Be brief.',
      allow_attachments: false,
      sidebar_collapsed: false,
      compose_placeholder: 'Ask',
      allowed_tools: ['search_knowledge'],
      allowed_authors: ['Ada'],
      allowed_origins: ['https://a.example'],
      questions_per_day: 500,
      tokens_per_day: 100_000,
    } as const
    const id = await save({
      ...all,
      allowed_tools: [...all.allowed_tools],
      allowed_authors: [...all.allowed_authors],
      allowed_origins: ['HTTPS://a.example/', 'https://a.example'],
    })
    expect(await stored(id)).toEqual({
      id,
      ...all,
      appearance: defaults.appearance,
      client_edits: defaults.client_edits,
      version: 1,
    })
    expect(await save({ id, name: 'Changed' })).toBe(id)
    expect(await stored(id)).toEqual({ id, name: 'Changed', ...defaults, version: 2 })
    expect(await stored(await save({}))).toMatchObject({ name: 'Chat Assistant', ...defaults })
  })

  it('fall back to ultra for an unknown theme, and read a checkbox as several conversations', async () => {
    const id = await save({ name: 'Odd', widget_theme: 'neon', allow_conversations: true })
    expect(await stored(id)).toMatchObject({ widget_theme: 'ultra', allow_conversations: 'multi' })
  })

  it('refuse what cannot be', async () => {
    const user = await test.addUser()
    for (const [body, status, words] of [
      [{ allowed_origins: ['https://a.example', 'https://a@b', '*'] }, 422, 'Invalid: https://a@b, *'],
      [{ client_owner: user.id }, 422, 'There is no such client.'],
      [{ id: 'unknown' }, 404, 'Widget not found.'],
      [{ id: '01990000-0000-7000-8000-00000000ffff' }, 404, 'Widget not found.'],
    ] as const) {
      const response = await post(test.app, '/api/admin/configurators', body, { cookie: admin })
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ error: words })
    }
  })

  it('belong to one of the clients of GET /api/admin/clients, which lists no other accounts', async () => {
    const [client, person] = [await test.addUser({ role: 'client' }), await test.addUser()]
    const response = await test.app.request('/api/admin/clients', { headers: { cookie: admin } })
    const { clients } = adminClientsSchema.parse(await response.json())
    expect(clients).toContainEqual({ id: client.id, email: client.email })
    expect(clients.map(({ id }) => id)).not.toContain(person.id)
    const id = await save({ name: 'Owned', client_owner: client.id })
    expect(await stored(id)).toMatchObject({ client_owner: client.id })
  })

  it('are deleted once', async () => {
    const id = await save({ name: 'Short-lived' })
    const remove = () =>
      test.app.request(`/api/admin/configurators/${id}`, {
        method: 'DELETE',
        headers: { cookie: admin, 'sec-fetch-site': 'same-origin' },
      })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect(await stored(id)).toBeUndefined()
    expect(await historyOf(id)).toEqual([])
  })

  it('answer 409 with what is stored to a save of a version that is not the current one', async () => {
    const id = await save({ name: 'First' })
    await save({ id, name: 'Second', version: 1 })
    const late = { id, name: 'Late', version: 1 }
    const response = await post(test.app, '/api/admin/configurators', late, { cookie: admin })
    expect(response.status).toBe(409)
    const { code, detail } = errorBodySchema.parse(await response.json())
    expect(code).toBe('conflict')
    expect(configuratorConflictSchema.parse(detail).current).toEqual(await stored(id))
    expect(await stored(id)).toMatchObject({ name: 'Second', version: 2 })
    // A save without a version overwrites unconditionally.
    await save({ id, name: 'Third' })
    expect(await stored(id)).toMatchObject({ name: 'Third', version: 3 })
  })

  it('let one of two saves of the same version through', async () => {
    const id = await save({ name: 'Contended' })
    const answers = await Promise.all(
      ['One', 'Other'].map((name) =>
        post(test.app, '/api/admin/configurators', { id, name, version: 1 }, { cookie: admin }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('keep every version with who saved it and when', async () => {
    const person = await test.addUser({ role: 'admin' })
    const cookie = await test.signIn(person)
    const created = await post(test.app, '/api/admin/configurators', { name: 'Old' }, { cookie })
    const { id } = configuratorSaveResponseSchema.parse(await created.json())
    await post(test.app, '/api/admin/configurators', { id, name: 'New' }, { cookie })
    const [newest, oldest, ...more] = await historyOf(id)
    expect(newest).toMatchObject({
      version: 2,
      saved_by: person.email,
      configurator: { name: 'New', version: 2 },
    })
    expect(oldest).toMatchObject({ version: 1, configurator: { name: 'Old' } })
    expect(Date.parse(newest?.saved_at ?? '')).toBeGreaterThanOrEqual(Date.parse(oldest?.saved_at ?? ''))
    expect(more).toEqual([])
    expect(await historyOf('unknown')).toEqual([])
  })

  it('are in the audit log with each creation, change and deletion', async () => {
    const person = await test.addUser({ role: 'admin' })
    const cookie = await test.signIn(person)
    const name = 'Watched'
    const created = await post(test.app, '/api/admin/configurators', { name, active: false }, { cookie })
    const { id } = configuratorSaveResponseSchema.parse(await created.json())
    await post(test.app, '/api/admin/configurators', { id, name, widget_theme: 'ivory' }, { cookie })
    await test.app.request(`/api/admin/configurators/${id}`, {
      method: 'DELETE',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    const { items } = await listAudit(test.database.db, { limit: 3, kind: 'configurator' })
    expect(items.map(({ action, kind, subject, actor }) => [action, kind, subject, actor])).toEqual(
      ['delete', 'update', 'create'].map((action) => [action, 'configurator', name, person.email]),
    )
    expect(items[1]?.changes).toEqual([
      { field: 'active', before: false, after: true },
      { field: 'widget_theme', before: 'ultra', after: 'ivory' },
    ])
  })

  it('keep what was there before the first save by an admin, too', async () => {
    const id = newId()
    const row = { id, ...withDefaults({ name: 'Sample' }), createdAt: new Date(0), updatedAt: new Date(0) }
    await test.database.db.insert(configurators).values(row)
    await save({ id, name: 'Ours' })
    expect(await historyOf(id)).toMatchObject([
      { version: 2, configurator: { name: 'Ours' } },
      { version: 1, saved_by: null, saved_at: new Date(0).toISOString(), configurator: { name: 'Sample' } },
    ])
  })
})

describe('GET /api/embed/lists', () => {
  it('tells a widget what it may know, and nothing of its prompts and origins', async () => {
    const id = await save({
      name: 'Shop',
      widget_theme: 'aurora',
      affiliate_code: 'shop',
      system_prompt: 'secret words',
      allowed_origins: ['https://a.example'],
    })
    const response = await test.app.request(`/api/embed/lists?embed_id=${id}`)
    const text = await response.text()
    expect(embedListsSchema.parse(JSON.parse(text))).toEqual({
      config: {
        title: 'Shop',
        theme: 'aurora',
        conversations: 'multi',
        allow_attachments: true,
        sidebar_collapsed: true,
        compose_placeholder: 'Ask something. (Shift+Enter for newline)',
        require_disclaimer: true,
        disclaimer_url: '/disclaimer',
        affiliate_code: 'shop',
        position: 'bottom-left',
        handover: false,
        appearance: widgetDefaults.appearance,
      },
      authors: [],
      tools: [{ name: 'search_knowledge' }],
    })
    expect(text).not.toMatch(/secret words|a\.example/u)
  })

  it('knows neither an inactive widget nor an unknown one', async () => {
    const id = await save({ name: 'Off', active: false })
    for (const embed of [id, 'unknown']) {
      expect((await test.app.request(`/api/embed/lists?embed_id=${embed}`)).status).toBe(404)
    }
  })
})

describe('GET /embed/theme/{theme}', () => {
  const policyOf = async (query: string) => {
    const response = await test.app.request(`/embed/theme/ultra${query}`)
    const policy = response.headers.get('content-security-policy') ?? ''
    return { status: response.status, ancestors: /frame-ancestors (.*)$/u.exec(policy)?.[1], response }
  }

  it('may stand where its configurator lets it, and on our own pages', async () => {
    const limited = await save({ name: 'A', allowed_origins: ['https://a.example', 'http://b.example:81'] })
    expect(await policyOf(`?cfg=${limited}`)).toMatchObject({
      status: 200,
      ancestors: "https://a.example http://b.example:81 'self'",
    })
    expect(await policyOf(`?cfg=${await save({ name: 'B' })}`)).toMatchObject({
      status: 200,
      ancestors: undefined,
    })
    const webViews = await save({ name: 'C', allowed_origins: ['null', 'https://a.example'] })
    expect(await policyOf(`?cfg=${webViews}`)).toMatchObject({ status: 200, ancestors: undefined })
    expect(await policyOf('')).toMatchObject({ status: 200, ancestors: "'self'" })
  })

  it('is one neutral document for unknown and inactive widgets', async () => {
    const inactive = await save({ name: 'D', active: false, allowed_origins: ['https://a.example'] })
    const [one, other] = await Promise.all([policyOf(`?cfg=${inactive}`), policyOf('?cfg=unknown')])
    const headersOf = (response: Response) =>
      Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-request-id'))
    expect(one.status).toBe(404)
    expect(one.ancestors).toBeUndefined()
    expect(headersOf(one.response)).toEqual(headersOf(other.response))
    const page = await one.response.text()
    expect(page).toBe(await other.response.text())
    const [, style = ''] = /<style>(.*)<\/style>/su.exec(page) ?? []
    const digest = createHash('sha256').update(style).digest('base64')
    expect(one.response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${digest}';`)
  })

  it('leaves every other page to our own site', async () => {
    for (const path of [
      '/',
      '/chat',
      '/embed/some-widget',
      '/embed/login',
      '/embed/signup',
      '/widgets/demo',
    ]) {
      const response = await test.app.request(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    }
  })
})

describe('sessions inside a frame', () => {
  const origin = 'https://shop.example'
  const openToken = async (cfg: string, bearer?: string) => {
    const headers: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
    const response = await post(test.app, '/api/embed/session', { cfg, origin }, headers)
    expect(response.status).toBe(200)
    const { token, expires_in } = embedSessionSchema.parse(await response.json())
    expect(expires_in).toBe(3600)
    return token
  }
  const me = async (headers: Record<string, string>) =>
    (await test.app.request('/api/me', { headers })).json()

  it('sign a visitor in by a token where cookies are blocked, without a role', async () => {
    const cfg = await save({ name: 'Tokens' })
    const person = await test.addUser({ role: 'admin' })
    const token = await openToken(cfg)
    const bearer = { authorization: `Bearer ${token}` }
    expect(await me(bearer)).toMatchObject({ authenticated: false })
    const response = await form(`/embed/login?cfg=${cfg}`, { ...person }, bearer)
    expect(await response.json()).toEqual({ ok: true })
    const signedIn = { authenticated: true, role: null, email: person.email }
    expect(await me(bearer)).toEqual(signedIn)
    expect(await me({ authorization: `Bearer ${await openToken(cfg, token)}` })).toEqual(signedIn)
    expect(await me({ authorization: `Bearer ${await openToken(cfg)}` })).toMatchObject({
      authenticated: false,
    })
    expect((await post(test.app, '/api/logout', {}, bearer)).status).toBe(200)
    expect(await me(bearer)).toMatchObject({ authenticated: false })
  })

  it('bind a token to its widget, its hour and our key', async () => {
    const cfg = await save({ name: 'Bound' })
    const other = await save({ name: 'Other' })
    const person = await test.addUser()
    const token = await openToken(cfg)
    await form(`/embed/login?cfg=${cfg}`, { ...person }, { authorization: `Bearer ${token}` })
    const elsewhere = await openToken(other, token)
    expect(await me({ authorization: `Bearer ${elsewhere}` })).toMatchObject({ authenticated: false })
    const [payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const later = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString('base64url')
    for (const forged of [
      `${later}.${signature}`,
      `${payload}.`,
      payload,
      `${payload}.${signature}.`,
      'x.y',
    ]) {
      expect(await me({ authorization: `Bearer ${forged}` })).toMatchObject({ authenticated: false })
    }
    await pass(3_600_000)
    expect(await me({ authorization: `Bearer ${token}` })).toMatchObject({ authenticated: false })
  })

  it('keep a cookie of their own, apart for every site', async () => {
    const cfg = await save({ name: 'Cookies' })
    const person = await test.addUser()
    const https = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' }
    const response = await form(`/embed/login?cfg=${cfg}`, { ...person }, https)
    const [line = ''] = response.headers.getSetCookie()
    for (const attribute of [
      /^__Host-embed-session=/u,
      /; HttpOnly/u,
      /; Secure/u,
      /; SameSite=None/u,
      /; Partitioned/u,
      /; Path=\//u,
    ]) {
      expect(line).toMatch(attribute)
    }
    const cookie = cookieOf(response)
    expect(await me({ ...https, cookie })).toEqual({ authenticated: true, role: null, email: person.email })
    const asSite = cookie.replace('__Host-embed-session', '__Host-session')
    expect(await me({ ...https, cookie: asSite })).toMatchObject({ authenticated: false })
  })

  it('start in an opaque document only where no site outside of the list is around it', async () => {
    const cfg = await save({ name: 'WebView', allowed_origins: ['null', origin] })
    const statusOf = async (from: string, ancestors?: string[]) =>
      (await post(test.app, '/api/embed/session', { cfg, origin: from, ancestors })).status
    expect(await statusOf('null')).toBe(200)
    expect(await statusOf(origin, ['null'])).toBe(200)
    expect(await statusOf('null', ['https://evil.example'])).toBe(403)
    expect(await statusOf('null', ['null'])).toBe(403)
  })

  it('show new sites in a list that false ones have filled, and count a session once', async () => {
    const cfg = await save({ name: 'Flooded' })
    const origins = async () => (await sightingsOf(cfg)).map((seen) => seen.origin)
    const token = await openToken(cfg)
    const open = (from: string, headers?: Record<string, string>) =>
      post(test.app, '/api/embed/session', { cfg, origin: from }, headers)
    expect((await open('https://renewed.example', { authorization: `Bearer ${token}` })).status).toBe(200)
    expect(await origins()).toEqual([origin])
    const [first] = await sightingsOf(cfg)
    const seenAt = new Date(Date.parse(first?.seen_at ?? '') + 1)
    await test.database.db.insert(widgetSightings).values(
      Array.from({ length: 100 }, (_, index) => ({
        embedId: cfg,
        origin: `https://false-${index}.example`,
        seenAt,
      })),
    )
    test.advance(60_000)
    expect((await open('https://another.example')).status).toBe(200)
    expect(await origins()).toHaveLength(100)
    expect(await origins()).not.toContain(origin)
    test.advance(1000)
    await openToken(cfg)
    expect((await origins())[0]).toBe(origin)
    expect(await origins()).toHaveLength(100)
  })

  it('show sites alone in the list, whatever visitors send', async () => {
    const cfg = await save({ name: 'Texts' })
    const texts = ['https://a b', 'https://a.example?x', 'https://a.example#x', 'https://user:pass@a.example']
    for (const from of [
      ...texts,
      'HTTPS://A.example',
      'https://a.example:443',
      'javascript:1',
      'https://"x',
    ]) {
      expect((await post(test.app, '/api/embed/session', { cfg, origin: from })).status).toBe(200)
    }
    expect(await sightingsOf(cfg)).toEqual([])
    await post(test.app, '/api/embed/session', { cfg, origin: 'https://a.example:8443' })
    expect((await sightingsOf(cfg)).map((seen) => seen.origin)).toEqual(['https://a.example:8443'])
  })

  it('of one address add ten sites an hour to the list, however many they name', async () => {
    const cfg = await save({ name: 'One address' })
    await openToken(cfg)
    for (let index = 0; index < 30; index += 1) {
      const response = await post(test.app, '/api/embed/session', {
        cfg,
        origin: `https://f${index}.example`,
      })
      expect(response.status).toBe(200)
    }
    const seen = (await sightingsOf(cfg)).map((each) => each.origin)
    expect(seen).toHaveLength(10)
    expect(seen).toContain(origin)
    await pass(3_600_000)
    await post(test.app, '/api/embed/session', { cfg, origin: 'https://later.example' })
    expect((await sightingsOf(cfg))[0]?.origin).toBe('https://later.example')
  })

  it('of one IPv6 customer add ten sites an hour, from however many networks of a /48', async () => {
    const cfg = await save({ name: 'One customer' })
    await openToken(cfg)
    const visit = async (network: string, index: number) => {
      const headers = { 'x-forwarded-for': `${network}::9` }
      const body = { cfg, origin: `https://n${index}.example` }
      expect((await post(test.app, '/api/embed/session', body, headers)).status).toBe(200)
    }
    for (let index = 0; index < 30; index += 1) await visit(`2001:db8:7:${index.toString(16)}`, index)
    expect(await sightingsOf(cfg)).toHaveLength(1 + 10)
    await visit('2001:db8:8:0', 99)
    expect((await sightingsOf(cfg)).map((each) => each.origin)).toContain('https://n99.example')
  })

  it('start only where the widget may stand, and remember where that was', async () => {
    const cfg = await save({ name: 'Where', allowed_origins: ['null', origin] })
    await openToken(cfg)
    const refused = await post(test.app, '/api/embed/session', { cfg, origin: 'https://evil.example' })
    expect(refused.status).toBe(403)
    expect((await post(test.app, '/api/embed/session', { cfg: 'unknown', origin })).status).toBe(404)
    const previewed = async (from: string, headers?: Record<string, string>) =>
      (await post(test.app, '/api/embed/session', { cfg, origin: from }, headers)).status
    expect(await previewed('http://localhost')).toBe(200)
    // Behind a proxy that ends TLS, and one that asks under another name.
    expect(await previewed('https://localhost', { 'x-forwarded-proto': 'https' })).toBe(200)
    expect(await previewed('http://localhost:8000', { host: '10.0.0.7' })).toBe(200)
    expect(await sightingsOf(cfg)).toEqual([{ origin, seen_at: expect.any(String) }])
    await pass(7_200_000)
    await post(test.app, '/api/embed/session', { cfg, origin: 'null' })
    expect((await sightingsOf(cfg)).map((seen) => seen.origin)).toEqual(['null', origin])
    expect(await sightingsOf('unknown')).toEqual([])
  })
})

describe('POST /embed/login and /embed/signup', () => {
  it('answer a form with the widget’s page, and with nothing outside of it', async () => {
    const cfg = await save({ name: 'Forms' })
    const person = await test.addUser()
    const targetOf = async (redirect?: string) => {
      const fields = redirect === undefined ? { ...person } : { ...person, redirect }
      const response = await form(`/embed/login?cfg=${cfg}`, fields, { accept: 'text/html' })
      expect(response.status).toBe(303)
      return response.headers.get('location')
    }
    const own = `/embed/${cfg}`
    expect(await targetOf()).toBe(own)
    expect(await targetOf('/embed')).toBe('/embed')
    expect(await targetOf(own)).toBe(own)
    for (const evil of [
      '//evil.example',
      '\\\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/embed/../admin',
      '/embed//evil.example',
      '/embed/x?next=//evil',
      '/chat',
    ]) {
      expect(await targetOf(evil)).toBe(own)
    }
  })

  it('say what went wrong, as JSON', async () => {
    const person = await test.addUser()
    const wrong = await form('/embed/login', { ...person, password: 'something else' })
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toMatchObject({ error: 'Wrong email address or password.' })
    expect(wrong.headers.get('cache-control')).toBe('no-store')
    expect((await form('/embed/login', {})).status).toBe(422)
    expect((await post(test.app, '/embed/login', person)).status).toBe(415)
    expect((await form('/embed/login', { ...person, more: 'x'.repeat(20_000) })).status).toBe(413)
  })

  it('refuse a form that breaks off', async () => {
    async function* broken() {
      yield new TextEncoder().encode('email=a')
      throw new Error('gone')
    }
    const response = await test.app.request(
      new Request('http://localhost/embed/login', {
        method: 'POST',
        body: ReadableStream.from(broken()),
        duplex: 'half',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      }),
    )
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'malformed' }])
  })

  it('take no form of another site', async () => {
    const person = await test.addUser()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://evil.example' },
    ]) {
      const response = await form('/embed/login', { ...person }, headers)
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it('make an account, and note the widget in which it was made', async () => {
    const cfg = await save({ name: 'Signup' })
    const fields = { email: ' New.Person@example.com ', password: 'a phrase that nobody knows' }
    const response = await form(`/embed/signup?cfg=${cfg}`, fields)
    expect(response.status).toBe(200)
    const me = await test.app.request('/api/me', { headers: { cookie: cookieOf(response) } })
    expect(await me.json()).toMatchObject({ authenticated: true, email: 'new.person@example.com' })
    const [signup] = await test.database.db.select().from(widgetSignups)
    expect(signup).toMatchObject({ email: 'new.person@example.com', embedId: cfg })
  })

  it.each([
    ['a short password', { email: 'short@example.com', password: 'a' }],
    ['a common password', { email: 'common@example.com', password: 'passwordpassword' }],
    ['no address', { email: 'nobody', password: 'a phrase that nobody knows' }],
    [
      'a header in the address',
      { email: 'a@example.com\r\nBcc: x@example.com', password: 'a phrase that nobody knows' },
    ],
  ])('refuse %s as the main site does, and store nothing', async (_, fields) => {
    const before = await test.database.db.$count(users)
    expect((await form('/embed/signup', fields)).status).toBe(422)
    expect((await post(test.app, '/api/signup', fields)).status).toBe(422)
    expect(await test.database.db.$count(users)).toBe(before)
  })

  it('list no recent sign-up for an address that has an account, whatever the password', async () => {
    const person = await test.addUser()
    const before = await test.database.db.$count(widgetSignups)
    for (const chosen of [person.password, 'not the password of this person']) {
      expect((await form('/embed/signup', { ...person, password: chosen })).status).toBe(200)
    }
    expect(await test.database.db.$count(widgetSignups)).toBe(before)
  })
})
