import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../../tests/test-app.ts'
import { configurators } from '../../db/schema/embed.ts'
import { products } from '../../db/schema/knowledge.ts'
import { withDefaults } from '../../widgets/configurators.store.ts'
import { newId } from '../process/ids.ts'

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
const inline = "document.documentElement.lang = 'العربية'"
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><title>Site</title><script>${inline}</script><script type="module" src="/assets/a.js"></script>`,
)
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'assets/worker.mjs'), '')

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({
    folders: { web: folder, widget: folder },
    config: { imageHosts: ['cdn.example'] },
  })
})
afterAll(() => test.close())

const pages = ['/', '/index.html', '/chat', '/embed/theme/modern']

async function directives(path: string, { app } = test): Promise<Record<string, string>> {
  const policy = (await app.request(path)).headers.get('content-security-policy') ?? ''
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )
}

const imagesOf = async (path: string) => (await directives(path))['img-src'] ?? ''

describe('the policy of pages', () => {
  it('lets the script inside of a document run by its digest, also when the document is unchanged, and no other', async () => {
    const digest = createHash('sha256').update(inline).digest('base64')
    for (const path of pages) {
      expect((await directives(path))['script-src']).toBe(`'self' 'sha256-${digest}'`)
      const etag = (await test.app.request(path)).headers.get('etag') ?? ''
      const unchanged = await test.app.request(path, { headers: { 'if-none-match': etag } })
      expect(unchanged.status).toBe(304)
      expect(unchanged.headers.get('content-security-policy')).toContain(`'sha256-${digest}'`)
    }
    expect((await directives('/assets/worker.mjs'))['script-src']).toBe("'self'")
  })

  it('lets pictures come from the catalogue, IMAGE_HOSTS and our own origin alone', async () => {
    const images = [
      'https://shop.example/a.png',
      'https://shop.example/b.png?x',
      'HTTPS://Images.Example:8443/c.png',
      'http://plain.example/a.png',
      '/media/own.png',
      "https://a;b.example/'x.png",
      'https://*.example/a.png',
      'https://a.example, https://b.example/a.png',
      null,
    ]
    await test.database.db.insert(products).values(
      images.map((image, index) => ({
        pk: `p${index}`,
        name: `Product ${index}`,
        description: '',
        unitAmount: 1,
        currency: 'EUR',
        url: 'https://shop.example',
        image,
        contentHash: '',
      })),
    )
    test.advance(61_000)
    const expected = [
      "'self'",
      'blob:',
      'data:',
      'https://cdn.example',
      'https://images.example:8443',
      'https://shop.example',
    ].toSorted()
    for (const path of pages) {
      // The first page after the change may still have the hosts of before.
      await expect
        .poll(async () => (await directives(path))['img-src']?.split(' ').toSorted())
        .toEqual(expected)
    }
  })

  it('lets the map fetch from the origin of MAP_STYLE_URL, on the site alone and in its worker', async () => {
    const mapped = await openTestApp({
      folders: { web: folder, widget: folder },
      config: { mapStyle: new URL('https://tiles.example/style.json?key=1') },
    })
    try {
      const policyOf = (path: string) => directives(path, mapped)
      for (const path of ['/', '/dashboard', '/index.html', '/assets/worker.mjs']) {
        const policy = await policyOf(path)
        expect(policy['connect-src']).toBe("'self' https://tiles.example")
        expect(policy['img-src']).toBe("'self' data: blob: https://tiles.example")
      }
      const embedded = await policyOf('/embed/theme/modern')
      expect(embedded['connect-src']).toBe("'self'")
      expect(embedded['img-src']).toBe("'self' data: blob:")
      expect((await policyOf('/api/site'))['default-src']).toBe("'none'")
      const site = await mapped.app.request('/api/site')
      expect(await site.json()).toMatchObject({ map_style_url: 'https://tiles.example/style.json?key=1' })
    } finally {
      await mapped.close()
    }
    expect((await directives('/dashboard'))['connect-src']).toBe("'self'")
  })

  it('lets pictures of a client come to its own widgets alone, once their product is published', async () => {
    const { db } = test.database
    const [one, other] = [await test.addUser({ role: 'client' }), await test.addUser({ role: 'client' })]
    const own = (clientId: string | null, host: string, status: 'published' | 'draft' = 'published') => ({
      pk: host,
      name: host,
      description: '',
      unitAmount: 1,
      currency: 'EUR',
      url: 'https://shop.example',
      image: `https://${host}/a.png`,
      contentHash: '',
      clientId,
      status,
    })
    await db
      .insert(products)
      .values([
        own(one.id, 'one.example'),
        own(one.id, 'draft.example', 'draft'),
        own(other.id, 'other.example'),
        own(null, 'shared-draft.example', 'draft'),
        ...Array.from({ length: 60 }, (_, index) => own(other.id, `many-${index}.example`)),
      ])
    const [widget, othersWidget, nobodysWidget] = [one.id, other.id, null].map((clientOwner) => {
      const defaults = withDefaults({ name: 'Widget', client_owner: clientOwner })
      return Object.assign(defaults, { id: newId(), version: 1 })
    })
    await db.insert(configurators).values([widget, othersWidget, nobodysWidget].flatMap((row) => row ?? []))
    const theme = (id = '') => `/embed/theme/modern?cfg=${id}`
    test.advance(61_000)
    await expect.poll(() => imagesOf(theme(widget?.id))).toContain('https://one.example')
    await expect.poll(() => imagesOf(theme(othersWidget?.id))).toContain('https://many-0.example')
    expect(await imagesOf(theme(othersWidget?.id))).not.toMatch(/one\.example|draft\.example/u)
    expect(await imagesOf(theme(widget?.id))).not.toMatch(/other\.example|many-|draft\.example/u)
    for (const path of [...pages, theme(nobodysWidget?.id)]) {
      // A page in the cache of hosts is read anew by the second request.
      await imagesOf(path)
      await expect.poll(() => imagesOf(path)).toContain('https://shop.example')
      expect(await imagesOf(path)).not.toMatch(/one\.example|other\.example|many-|draft\.example/u)
    }
  })

  it('takes strings as markup or script addresses by named policies alone, and reports', async () => {
    for (const path of pages) {
      expect(await directives(path)).toMatchObject({
        'require-trusted-types-for': "'script'",
        'trusted-types': 'default org-answers',
        'report-uri': '/api/csp-reports',
        'report-to': 'csp',
      })
      const { headers } = await test.app.request(path)
      expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"')
    }
  })
})

describe('reports of violations', () => {
  beforeEach(() => {
    test.logged.length = 0
  })
  const report = (body: string, type = 'application/csp-report') =>
    test.app.request('/api/csp-reports', {
      method: 'POST',
      body,
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
    })
  const lines = () => test.logged.filter(({ msg }) => msg === 'a page violated its content security policy')

  it('are logged in both shapes, without paths and queries', async () => {
    const old = {
      'csp-report': {
        'document-uri': 'https://assistant.example/auth/callback?email=a@example.com',
        'effective-directive': 'img-src',
        'blocked-uri': 'https://evil.example/?stolen=secret',
        'source-file': 'https://assistant.example/assets/a.js?secret',
      },
    }
    const body = { effectiveDirective: 'require-trusted-types-for', blockedURL: 'trusted-types-sink' }
    expect((await report(JSON.stringify(old))).status).toBe(204)
    const delivery = JSON.stringify([
      { type: 'csp-violation', body },
      { type: 'deprecation', body: {} },
    ])
    expect((await report(delivery, 'application/reports+json')).status).toBe(204)
    expect(lines()).toMatchObject([
      { directive: 'img-src', blocked: 'https://evil.example', source: 'https://assistant.example' },
      { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink' },
    ])
    expect(JSON.stringify(lines())).not.toMatch(/secret|a@example/u)
  })

  it.each(['', 'x', '[]x', '{}', '{"csp-report":1}', '"\u0000"'])(
    'are refused when they are %j',
    async (body) => {
      expect((await report(body)).status).toBe(400)
    },
  )

  it('are cut off beyond 16 KB and 20 a minute', async () => {
    expect((await report(`"${'x'.repeat(17_000)}"`)).status).toBe(413)
    const statuses: number[] = []
    for (let sent = 0; sent < 30; sent += 1) {
      statuses.push((await report(JSON.stringify([{ type: 'csp-violation', body: {} }]))).status)
    }
    expect(statuses.at(-1)).toBe(429)
    expect(lines().length).toBeLessThanOrEqual(20)
  })

  it('are counted by network, so that one IPv6 customer cannot use up the reports of everybody', async () => {
    const proxied = await openTestApp({ database: test.database, config: { trustedProxyHops: 1 } })
    const send = (address: string) =>
      proxied.app.request('/api/csp-reports', {
        method: 'POST',
        body: '[]',
        headers: { 'content-type': 'application/reports+json', 'x-forwarded-for': address },
      })
    const statuses: number[] = []
    for (let sent = 0; sent < 210; sent += 1) statuses.push((await send(`2001:db8:1:2::${sent}`)).status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(20)
    expect((await send('203.0.113.9')).status).toBe(204)
    // A provider may assign a /48: 65,536 networks of one customer.
    const networks: number[] = []
    for (let sent = 0; sent < 210; sent += 1) networks.push((await send(`2001:db8:2:${sent}::1`)).status)
    expect(networks.filter((status) => status === 204)).toHaveLength(20)
    expect((await send('203.0.113.9')).status).toBe(204)
  })
})
