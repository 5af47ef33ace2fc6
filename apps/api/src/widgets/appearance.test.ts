import {
  appearanceLimits,
  type Appearance,
  configuratorHistorySchema,
  configuratorListSchema,
  configuratorSaveResponseSchema,
  embedListsSchema,
  errorBodySchema,
  widgetDefaults,
} from '@org/api-client/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onePixel } from '../../tests/pictures.ts'
import { openTestApp, post, type TestApp } from '../../tests/test-app.ts'
import { configurators } from '../db/schema/embed.ts'

let test: TestApp
let admin: string
let clients: readonly string[]
let large: Buffer

beforeAll(async () => {
  test = await openTestApp()
  admin = await test.signIn(await test.addUser({ role: 'admin' }))
  clients = [await test.addUser({ role: 'client' }), await test.addUser({ role: 'client' })].map(
    ({ id }) => id,
  )
  large = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#c02060' } })
    .withExif({ IFD0: { Artist: 'A photographer' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  await test.close()
})

const look = {
  accent: '#b1004f',
  welcome: 'Welcome to the shop.',
  starters: ['One?', 'Two?', 'Three?'],
  position: 'top-left',
  icon: 'leaf',
  label: 'Ask us',
  radius: 8,
  font: 'newsreader',
  language: 'es',
  greeting: { text: 'Any questions?', seconds: 5, path: '/shop' },
}

function send(appearance: object, fields: object = {}) {
  return post(
    test.app,
    '/api/admin/configurators',
    { name: 'Shop', ...fields, appearance },
    { cookie: admin },
  )
}

async function save(appearance: object, fields: object = {}): Promise<string> {
  const response = await send(appearance, fields)
  expect(response.status).toBe(200)
  return configuratorSaveResponseSchema.parse(await response.json()).id
}

async function appearanceOf(id: string): Promise<Appearance> {
  const response = await test.app.request('/api/admin/configurators', { headers: { cookie: admin } })
  const found = configuratorListSchema.parse(await response.json()).items.find((item) => item.id === id)
  if (found === undefined) throw new Error('The widget is missing.')
  return found.appearance
}

const uploaded = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

describe("a widget's appearance", () => {
  it('is stored, and reaches the frame with the configuration', async () => {
    const id = await save(look)
    expect(await appearanceOf(id)).toEqual({ ...look, logo: null, avatar: null })
    const { config } = embedListsSchema.parse(
      await (await test.app.request(`/api/embed/lists?embed_id=${id}`)).json(),
    )
    expect(config.appearance).toEqual({ ...look, logo: null, avatar: null })
    expect(config.position).toBe('top-left')
  })

  it('takes the defaults for what is left out, of earlier widgets and versions too', async () => {
    const id = await save({ accent: '#112233' })
    expect(await appearanceOf(id)).toEqual({ ...widgetDefaults.appearance, accent: '#112233' })
    await post(test.app, '/api/admin/configurators', { id, name: 'Shop' }, { cookie: admin })
    expect(await appearanceOf(id)).toEqual(widgetDefaults.appearance)
    const history = await test.app.request(`/api/admin/configurators/${id}/history`, {
      headers: { cookie: admin },
    })
    const { items } = configuratorHistorySchema.parse(await history.json())
    expect(items.map(({ configurator }) => configurator.appearance.accent)).toEqual([null, '#112233'])
  })

  it.each([
    ['a colour that is none', { accent: 'red' }],
    ['a colour with more behind it', { accent: '#112233;background:url(//evil.example)' }],
    ['two starter questions', { starters: ['One?', 'Two?'] }],
    ['seven starter questions', { starters: ['1', '2', '3', '4', '5', '6', '7'] }],
    ['an empty starter question', { starters: ['One?', ' ', 'Three?'] }],
    ['an unknown corner', { position: 'middle' }],
    ['a radius above the largest', { radius: appearanceLimits.maxRadius + 1 }],
    ['an unknown typeface', { font: 'https://evil.example/font.woff2' }],
    ['a greeting without words', { greeting: { text: ' ', seconds: 1, path: '' } }],
    ['a path without a slash', { greeting: { text: 'Hello', seconds: 1, path: 'shop' } }],
    ['a picture of another site', { logo: 'https://evil.example/logo.png' }],
    ['a picture of another path', { logo: '/api/images/01990000-0000-7000-8000-000000000001' }],
    [
      'a picture of another widget that has none',
      { logo: `/api/embed/pictures/${'0'.repeat(36)}/${'a'.repeat(64)}` },
    ],
  ])('refuses %s', async (_, appearance) => {
    const response = await send(appearance)
    expect(response.status).toBe(422)
    expect(errorBodySchema.parse(await response.json()).detail).toBeDefined()
  })
})

describe('pictures of a widget', () => {
  it('are encoded anew, small and without metadata, and served from our own origin', async () => {
    const id = await save({ logo: uploaded(large, 'image/jpeg') })
    const { logo } = await appearanceOf(id)
    expect(logo).toMatch(new RegExp(`^/api/embed/pictures/${id}/[0-9a-f]{64}$`, 'u'))
    const response = await test.app.request(logo ?? '')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const { width, height, format, exif } = await sharp(await response.arrayBuffer()).metadata()
    expect({ width, height, format, exif }).toEqual({
      width: 256,
      height: 85,
      format: 'webp',
      exif: undefined,
    })
  })

  it('stay where they are when the widget is saved again, and go with it', async () => {
    const id = await save({ logo: uploaded(onePixel), avatar: uploaded(large) })
    const before = await appearanceOf(id)
    await save(before, { id })
    expect(await appearanceOf(id)).toEqual(before)
    await test.app.request(`/api/admin/configurators/${id}`, {
      method: 'DELETE',
      headers: { cookie: admin, 'sec-fetch-site': 'same-origin' },
    })
    expect((await test.app.request(before.logo ?? '')).status).toBe(404)
  })

  it('are copied to a duplicate of the same client, and refused to another client', async () => {
    const [owner, other] = clients
    const original = await save({ logo: uploaded(onePixel) }, { client_owner: owner })
    const { logo } = await appearanceOf(original)
    const duplicate = await save({ logo }, { client_owner: owner })
    const copied = await appearanceOf(duplicate)
    expect(copied.logo).toContain(duplicate)
    expect((await test.app.request(copied.logo ?? '')).status).toBe(200)
    for (const client_owner of [other, null]) {
      const refused = await send({ logo }, { client_owner })
      expect(refused.status).toBe(422)
    }
  })

  it('of an owner who is no longer the widget’s stay with the widget', async () => {
    const [owner, other] = clients
    const id = await save({ logo: uploaded(onePixel) }, { client_owner: owner })
    const { logo } = await appearanceOf(id)
    await save({ logo }, { id, client_owner: other })
    expect((await appearanceOf(id)).logo).toBe(logo)
  })

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['a PNG that is none', Buffer.from('\u0089PNG\r\n\u001A\nnothing', 'latin1'), 415],
    ['more bytes than allowed', Buffer.alloc(appearanceLimits.imageBytes + 1), 413],
  ])('refuses %s and stores nothing', async (_, bytes, status) => {
    const before = await test.database.db.$count(configurators)
    expect((await send({ logo: uploaded(bytes) })).status).toBe(status)
    expect(await test.database.db.$count(configurators)).toBe(before)
  })

  it.each(['x', `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`])(
    'of the widget %s are unknown',
    async (id) => {
      expect((await test.app.request(`/api/embed/pictures/${id}/${'a'.repeat(64)}`)).status).toBe(404)
    },
  )
})
