import type { Page } from 'playwright'
import { inLanguages } from './operator-shots.ts'
import type { Shot } from './routes.ts'

const brand = ['admin', 'client'] as const
const admin = ['admin'] as const
const knowledge = '/admin/knowledge'
const uploads = '/admin/knowledge?show=uploads'
const sources = '/admin/knowledge?show=sources'
const article = '/admin/knowledge/articles/new'

/** Screens of the content, its imports, jobs, webhooks and API keys. Lists are answered here, so that the server stays as it is. */
export const contentShots: readonly Shot[] = [
  { route: knowledge, viewers: brand },
  ...inLanguages(knowledge, admin, showArticles),
  { route: article, viewers: admin },
  { route: article, state: 'full', viewers: admin, prepare: writeArticle },
  ...inLanguages(article, admin, writeArticle),
  { route: uploads, viewers: brand },
  { route: uploads, state: 'full', viewers: admin, prepare: fillUploads },
  ...inLanguages(uploads, admin, fillUploads),
  { route: sources, viewers: admin },
  { route: sources, state: 'full', viewers: admin, prepare: fillSources },
  ...inLanguages(sources, admin, fillSources),
  { route: '/admin/jobs', viewers: admin },
  { route: '/admin/jobs', state: 'full', viewers: admin, prepare: fillJobs },
  ...inLanguages('/admin/jobs', admin, fillJobs),
  { route: '/admin/webhooks', viewers: brand },
  { route: '/admin/webhooks', state: 'full', viewers: admin, prepare: fillWebhooks },
  ...inLanguages('/admin/webhooks', admin, fillWebhooks),
  { route: '/admin/api-keys', viewers: brand },
  { route: '/admin/api-keys', state: 'full', viewers: admin, prepare: fillApiKeys },
  ...inLanguages('/admin/api-keys', admin, fillApiKeys),
]

const day = '2026-11-20T10:00:00.000Z'

async function showArticles(page: Page): Promise<void> {
  await page.reload()
  await page.locator('main').getByRole('listitem').first().waitFor()
}

async function writeArticle(page: Page): Promise<void> {
  await page.reload()
  const fields = page.locator('main form').getByRole('textbox')
  await fields.nth(0).fill('Chamomile tea')
  await page
    .locator('main textarea')
    .fill(
      '## Preparation\n\nSteep chamomile tea for five minutes in hot water.\n\n## Storage\n\nIt keeps for two years in a dark tin.',
    )
  await page.getByRole('blockquote').last().waitFor()
}

async function fillUploads(page: Page): Promise<void> {
  const common = {
    kind: 'upload',
    source_id: null,
    reason: null,
    client_id: null,
    client: null,
    added: 0,
    changed: 0,
    unchanged: 0,
    removed: 0,
    failures: [],
    created_at: day,
  }
  const running = {
    ...common,
    id: 'one',
    status: 'running',
    names: ['leaflet.pdf'],
    done: 3,
    total: 12,
    added: 3,
  }
  const failures = [
    { address: 'scanned-brochure.pdf', reason: 'no_text', detail: '', can_retry: false },
    { address: 'prices.csv', reason: 'invalid_rows', detail: '3, 4, 17', can_retry: false },
    { address: 'manual.docx', reason: 'storage_full', detail: '', can_retry: true },
  ]
  const done = {
    ...common,
    id: 'two',
    status: 'done',
    names: ['borage.md'],
    done: 4,
    total: 4,
    changed: 1,
    failures,
  }
  const finished = { ...done, client: 'client@example.com', finished_at: day }
  const items = [{ ...running, finished_at: null }, finished]
  await page.route('**/api/admin/knowledge/jobs?**', (route) =>
    route.fulfill({ json: { items, next_cursor: null } }),
  )
  await page.reload()
  await page.getByText('scanned-brochure.pdf').waitFor()
  const file = {
    name: 'a-rather-long-name-of-a-file.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(3_500_000),
  }
  await page.locator('input[type=file]').setInputFiles([file])
}

async function fillSources(page: Page): Promise<void> {
  const common = {
    author: 'Shop',
    topic: '',
    language: null,
    status: 'published',
    client_id: null,
    client: null,
  }
  const address = 'https://www.a-shop-with-a-long-name.example/sitemaps/articles/sitemap.xml'
  const sources = [
    {
      ...common,
      id: '1',
      kind: 'sitemap',
      address,
      schedule: 'daily',
      items: 482,
      last_sync: day,
      next_sync: day,
    },
    {
      ...common,
      id: '2',
      kind: 'feed',
      address: 'https://shop.example/feed.csv',
      schedule: 'manual',
      items: 0,
      last_sync: null,
      next_sync: null,
    },
  ]
  await page.route('**/api/admin/knowledge/sources', (route) => route.fulfill({ json: { sources } }))
  await page.reload()
  await page.getByText(address).waitFor()
}

async function fillJobs(page: Page): Promise<void> {
  const job = {
    lane: 'uploads',
    client: null,
    retries: 0,
    started_at: day,
    next_at: null,
    error: null,
    created_at: day,
  }
  const items = [
    { ...job, id: '1', state: 'running', subject: 'leaflet.pdf + 11', finished_at: null },
    {
      ...job,
      id: '2',
      state: 'waiting',
      subject: 'borage.md',
      retries: 2,
      next_at: day,
      error: 'DatabaseError',
      finished_at: null,
    },
    {
      ...job,
      id: '3',
      state: 'failed',
      subject: 'prices.csv',
      retries: 25,
      error: 'DatabaseError',
      client: 'client@example.com',
      finished_at: day,
    },
    { ...job, id: '4', state: 'completed', subject: '', finished_at: day },
  ]
  const counts = { waiting: 1, running: 1, completed: 1, failed: 1 }
  await page.route('**/api/admin/jobs?**', (route) =>
    route.fulfill({ json: { items, counts, next_cursor: null } }),
  )
  await page.route('**/api/admin/jobs', (route) =>
    route.fulfill({ json: { items, counts, next_cursor: null } }),
  )
  await page.reload()
  await page.getByText('prices.csv').waitFor()
}

async function fillWebhooks(page: Page): Promise<void> {
  const webhook = {
    id: '01990000-0000-7000-8000-00000000000b',
    url: 'https://hooks.a-shop-with-a-long-name.example/assistant/events',
    events: ['answer.uncovered', 'feedback.created'],
    disabled_by: null,
    failing_since: null,
    created_at: day,
    secret_at: day,
    previous_until: null,
  }
  const failing = {
    ...webhook,
    id: '01990000-0000-7000-8000-00000000000c',
    url: 'https://crm.example/hooks',
    disabled_by: 'failures',
    failing_since: day,
    previous_until: day,
  }
  await page.route('**/api/client/webhooks?**', (route) =>
    route.fulfill({ json: { items: [webhook, failing] } }),
  )
  await page.route('**/api/client/webhooks', (route) =>
    route.fulfill({ json: { items: [webhook, failing] } }),
  )
  await page.reload()
  await page.getByText(webhook.url).first().waitFor()
}

async function fillApiKeys(page: Page): Promise<void> {
  const apiKey = {
    id: '01990000-0000-7000-8000-00000000000d',
    name: 'Warehouse of a shop with a long name',
    scopes: ['content:read', 'content:write', 'statistics:read'],
    start: 'ok_live_Ab3d',
    state: 'active',
    created_at: day,
    expires_at: '2027-02-20T10:00:00.000Z',
    revoked_at: null,
    rotated_at: day,
    last_used_at: day,
    previous: { start: 'ok_live_Zz9x', valid_until: day, last_used_at: null },
  }
  const revoked = { ...apiKey, id: 'revoked', name: 'Old import', state: 'revoked', revoked_at: day }
  await page.route(/\/api\/client\/api-keys(?:\?|$)/u, (route) =>
    route.fulfill({ json: { items: [apiKey, { ...revoked, previous: null }] } }),
  )
  await page.reload()
  await page.getByText(apiKey.name).first().waitFor()
}
