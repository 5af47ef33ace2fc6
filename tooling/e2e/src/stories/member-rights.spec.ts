import type { APIRequestContext, Browser, BrowserContext, Page } from 'playwright/test'
import { demonstrationPassword, enter, test } from '../own-server.ts'
import { pagesOf } from '../site-pages.ts'
import { expect, expectAccessible } from '../story.ts'

// A server of its own: members and content that are made here would be in other stories.
test.describe.configure({ mode: 'default' })

const password = 'four quiet herons wade at noon'
/** Pages that only owners open. */
const ofOwners = new Set(['/admin/webhooks', '/admin/api-keys'])
/** Pages that say to a member that their role only reads them. */
const writing = { viewer: 'Viewer', editor: 'Editor' } as const

for (const width of [390, 1440]) {
  for (const role of ['viewer', 'editor'] as const) {
    test.describe(`${width} px`, () => {
      test.use({ viewport: { width, height: 900 } })

      test(`${role === 'viewer' ? 'a viewer' : 'an editor'} is offered on each page what the role includes, and nothing that is refused`, async ({
        browser,
        server,
      }) => {
        const owner = await browser.newContext({ baseURL: server })
        await enter(owner, server, 'client@example.com')
        const { articleId, answerId } = await writeContent(owner.request, server, `${role} ${width}`)
        const context = await join(browser, owner.request, server, { role, width })
        const page = await context.newPage()
        const refused: string[] = []
        page.on('response', (response) => {
          if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
        })
        const paths = pagesOf('client').filter((path) => !ofOwners.has(path) && path !== '/chat')
        for (const path of [
          ...paths,
          `/admin/knowledge/articles/${articleId}`,
          `/admin/answers/${answerId}`,
        ]) {
          await test.step(path, async () => {
            await page.goto(path)
            await expect(page.locator('main').first()).toBeVisible()
            await expect(page.locator('main[aria-busy=true], [data-loading]')).toHaveCount(0)
            await expectAccessible(page)
          })
        }
        await test.step('an article', async () => {
          await page.goto(`/admin/knowledge/articles/${articleId}`)
          await expect(page.getByRole('button', { name: 'History' })).toBeVisible()
          const fields = page.getByRole('main').getByLabel('Title')
          await expect(fields).toHaveCount(role === 'editor' ? 1 : 0)
          if (role === 'editor') {
            await fields.fill(`Changed by an ${role} at ${width}`)
            await page.getByRole('button', { name: 'Save', exact: true }).click()
            await expect(page.getByText('Saved.')).toBeVisible()
          } else {
            await expect(page.getByText('Your role here: Viewer.')).toBeVisible()
          }
        })
        await test.step('an approved answer', async () => {
          await page.goto(`/admin/answers/${answerId}`)
          await expect(page.getByText(`Your role here: ${writing[role]}.`)).toBeVisible()
          await expect(page.getByRole('textbox')).toHaveCount(0)
        })
        await test.step('pages of owners', async () => {
          for (const path of ofOwners) {
            await page.goto(path)
            await expect(page).toHaveURL(/\/login/u)
            await expect(page.getByRole('alert').filter({ hasText: 'Client Insights' })).toBeVisible()
          }
        })
        expect(refused).toEqual([])
        await context.close()
        await owner.close()
      })
    })
  }
}

test('what a person writes for an organisation that they are removed from gets into no other one', async ({
  browser,
  server,
}) => {
  const owner = await browser.newContext({ baseURL: server })
  await enter(owner, server, 'client@example.com')
  const context = await join(browser, owner.request, server, { role: 'editor', width: 0, isOwner: true })
  const page = await context.newPage()
  await page.goto('/admin/knowledge/articles/new')
  await page.getByLabel('Title').fill('Prices of the next season')
  await page.getByLabel('Author or publisher').fill('Brand')
  await page.getByLabel('Text (Markdown)').fill('Not public yet.')
  const members = Object((await (await owner.request.get('/api/client/members')).json()) as object).members
  const email = Object((await (await context.request.get('/api/me')).json()) as object).email
  const { id } = members.find((member: { email: string }) => member.email === email)
  const { origin } = new URL(server)
  const removal = await owner.request.delete(`/api/client/members/${id}`, { headers: { origin } })
  expect(removal.status()).toBe(204)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^You are working in another organisation now/u)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/admin/knowledge')
  await expect(page.getByText('No articles yet')).toBeVisible()
  await context.close()
  await owner.close()
})

async function writeContent(request: APIRequestContext, server: string, mark: string) {
  const headers = { origin: new URL(server).origin }
  const article = await request.post('/api/admin/knowledge/articles', {
    headers,
    data: {
      title: `Tea for ${mark}`,
      author: 'Tea shop',
      body: '## Steeping\n\nFive minutes in hot water.\n\n## Storage\n\n- dry\n- dark\n',
      status: 'published',
    },
  })
  expect(article.status(), await article.text()).toBe(200)
  const answer = await request.post('/api/admin/approved-answers', {
    headers,
    data: {
      language: 'en',
      question: `How long does tea steep for ${mark}?`,
      answer: 'For five minutes.',
      reviewer: 'Dr. Ada Example',
      reviewed_at: '2026-11-20',
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { id: articleId } = (await article.json()) as { id: string }
  const { id: answerId } = (await answer.json()) as { id: string }
  return { articleId, answerId }
}

/** Makes a new person a member by the link of an invitation, and signs them in. */
async function join(
  browser: Browser,
  owner: APIRequestContext,
  server: string,
  {
    role,
    width,
    isOwner = false,
  }: {
    role: 'viewer' | 'editor'
    width: number
    /** True for a person who also owns an organisation. */
    isOwner?: boolean
  },
): Promise<BrowserContext> {
  const headers = { origin: new URL(server).origin }
  const email = `${role}.${width}.${isOwner ? 'of.two' : 'of.one'}@brand.example`
  const context = await browser.newContext({
    baseURL: server,
    viewport: { width: width || 1280, height: 900 },
  })
  if (isOwner) await makeOwner(browser, context, server, email)
  const sent = await owner.post('/api/client/members/invitations', { headers, data: { email, role } })
  expect(sent.status(), await sent.text()).toBe(200)
  const outbox = await context.newPage()
  const token = await tokenOf(outbox, email)
  await outbox.close()
  const accepted = await context.request.post('/api/member-invitations/accept', {
    headers,
    data: { token, ...(isOwner ? {} : { password }) },
  })
  expect(accepted.status(), await accepted.text()).toBe(200)
  return context
}

async function makeOwner(
  browser: Browser,
  context: BrowserContext,
  server: string,
  email: string,
): Promise<void> {
  const headers = { origin: new URL(server).origin }
  const login = { email, password }
  expect((await context.request.post('/api/signup', { headers, data: login })).status()).toBe(200)
  const admin = await browser.newContext({ baseURL: server })
  const entered = { email: 'admin@example.com', password: demonstrationPassword }
  await admin.request.post('/api/login', { headers, data: entered })
  const query = new URLSearchParams({ q: email }).toString()
  const { items } = (await (await admin.request.get(`/api/admin/accounts?${query}`)).json()) as {
    items: { id: string }[]
  }
  const path = `/api/admin/accounts/${items[0]?.id}/role`
  expect((await admin.request.put(path, { headers, data: { role: 'client' } })).status()).toBe(200)
  await admin.close()
  expect((await context.request.post('/api/login', { headers, data: login })).status()).toBe(200)
}

async function tokenOf(page: Page, email: string): Promise<string> {
  await page.goto('/outbox')
  const link = page
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('link', { name: /\/invitation#token=/u })
    .first()
  const { hash } = new URL((await link.getAttribute('href')) ?? '', page.url())
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
