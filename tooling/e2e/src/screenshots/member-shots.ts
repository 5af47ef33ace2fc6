import type { Page } from 'playwright'
import { approved, gaps, review } from './operator-pages.ts'
import { inLanguages } from './operator-shots.ts'
import type { Shot } from './routes.ts'

const client = ['client'] as const
const route = '/admin/members'
const invitation = '/invitation'

/** The members of an organisation, the page of an invitation, and the pages that a role only reads. */
export const memberShots: readonly Shot[] = [
  { route, viewers: ['client', 'admin'] },
  { route, state: 'full', viewers: client, fullPage: true, prepare: (page) => fill(page, 'owner') },
  { route, state: 'editor', viewers: client, fullPage: true, prepare: (page) => fill(page, 'editor') },
  ...inLanguages(route, client, (page) => fill(page, 'owner')),
  { route, state: 'error', viewers: client, prepare: fail },
  { route, state: 'inviting', viewers: client, prepare: openInvite },
  { route, state: 'changing a role', viewers: client, prepare: openRole },
  { route, state: 'removing', viewers: client, prepare: askToRemove },
  { route, state: 'several organisations', viewers: client, prepare: showSwitch },
  { route: invitation, viewers: ['visitor'] },
  {
    route: invitation,
    state: 'new account',
    viewers: ['visitor'],
    prepare: (page) => invite(page, 'password'),
  },
  {
    route: invitation,
    state: 'to sign in',
    viewers: ['visitor'],
    prepare: (page) => invite(page, 'sign_in'),
  },
  { route: invitation, state: 'to accept', viewers: ['user'], prepare: (page) => invite(page, 'accept') },
  {
    route: invitation,
    state: 'another account',
    viewers: ['user'],
    prepare: (page) => invite(page, 'sign_in'),
  },
  ...inLanguages(invitation, ['visitor'], (page) => invite(page, 'password')),
  { route: invitation, state: 'ended', viewers: ['visitor'], prepare: endInvitation },
  ...['/admin/knowledge', '/admin/answers', '/admin/review', '/admin/gaps', '/client'].map((path): Shot => ({
    route: path,
    state: 'viewer',
    viewers: client,
    prepare: readAs,
  })),
  { route: '/admin/knowledge/articles/a', state: 'viewer', viewers: client, prepare: readAs },
  { route: '/admin/answers/x', state: 'viewer', viewers: client, prepare: readAs },
]

type Role = 'viewer' | 'editor' | 'reviewer' | 'owner'

const organisation = { id: 'o1', name: 'A wellness brand with a rather long name' }
const since = '2026-11-20T10:00:00.000Z'
const member = (id: string, email: string, role: Role, disabled = false) => ({
  id,
  email,
  role,
  since,
  disabled,
})
const pending = {
  id: 'i1',
  email: 'somebody.with.a.long.address@wellness-brand.example.com',
  role: 'reviewer',
  sent_at: since,
  expires_at: '2026-12-04T10:00:00.000Z',
  expired: false,
  sends_left: 4,
}

async function actAs(page: Page, role: Role): Promise<void> {
  await page.route('**/api/me', (call) =>
    call.fulfill({
      json: {
        authenticated: true,
        role: 'client',
        email: 'client@example.com',
        organisation: { id: organisation.id, role },
      },
    }),
  )
}

async function fill(page: Page, role: Role): Promise<void> {
  await actAs(page, role)
  const members = [
    member('m1', 'client@example.com', role),
    member('m2', 'somebody.with.a.long.address@wellness-brand.example.com', 'owner'),
    member('m3', 'reviewer@example.com', 'reviewer'),
    member('m4', 'former.viewer@example.com', 'viewer', true),
  ]
  const invitations =
    role === 'owner'
      ? [pending, { ...pending, id: 'i2', email: 'late@example.com', expired: true, sends_left: 0 }]
      : []
  await page.route('**/api/client/members', (call) =>
    call.fulfill({ json: { organisation, role, members, invitations } }),
  )
  await page.reload()
  await page.getByText('reviewer@example.com').waitFor()
}

async function fail(page: Page): Promise<void> {
  await page.route('**/api/client/members', (call) => call.fulfill({ status: 422, json: {} }))
  await page.reload()
  await page.getByText('Load error').waitFor()
}

async function openInvite(page: Page): Promise<void> {
  await fill(page, 'owner')
  await page.getByRole('button', { name: 'Invite member' }).click()
  await page.getByRole('dialog').waitFor()
}

async function openRole(page: Page): Promise<void> {
  await fill(page, 'owner')
  await page.getByRole('button', { name: 'Change role of reviewer@example.com' }).click()
  await page.getByRole('dialog').waitFor()
}

async function askToRemove(page: Page): Promise<void> {
  await fill(page, 'owner')
  await page.getByRole('button', { name: 'Remove reviewer@example.com' }).click()
  await page.getByRole('alertdialog').waitFor()
}

async function showSwitch(page: Page): Promise<void> {
  await page.route('**/api/organisations', (call) =>
    call.fulfill({
      json: {
        items: [
          { ...organisation, role: 'owner', current: true },
          { id: 'o2', name: 'Tea shop', role: 'viewer', current: false },
        ],
      },
    }),
  )
  await fill(page, 'owner')
}

async function invite(page: Page, next: 'password' | 'sign_in' | 'accept'): Promise<void> {
  await page.route('**/api/member-invitations/preview', (call) =>
    call.fulfill({
      json: {
        organisation: organisation.name,
        email: 'new.editor@wellness-brand.example.com',
        role: 'editor',
        next,
      },
    }),
  )
  await openLink(page)
  await page.getByText(organisation.name).waitFor()
}

async function endInvitation(page: Page): Promise<void> {
  await page.route('**/api/member-invitations/preview', (call) =>
    call.fulfill({ status: 401, json: { error: 'Used.', code: 'login_required' } }),
  )
  await openLink(page)
  await page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()
}

/** Another document, so that the page reads the token of its address. */
async function openLink(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  await page.goto(`${origin}${invitation}#token=t`)
}

async function readAs(page: Page): Promise<void> {
  await actAs(page, 'viewer')
  const article = {
    id: 'a',
    slug: 'a',
    title: 'Chamomile tea',
    author: 'Tea shop',
    url: 'https://tea.example/chamomile',
    topic: 'Tea',
    language: 'en',
    status: 'published',
    review_by: null,
    client_id: 'o1',
    client: organisation.name,
    version: 2,
    updated_at: since,
    updated_by: 'reviewer@example.com',
    passages: 2,
    source_id: null,
  }
  const body =
    '## Preparation\n\nSteep chamomile tea for five minutes in hot water.\n\n## Storage\n\n- dry\n- dark\n'
  const answers = new Map<string, object>([
    ['/api/admin/knowledge/articles', { items: [article], next_cursor: null }],
    ['/api/admin/knowledge/articles/a', { ...article, body }],
    ['/api/admin/answers', approved],
    ['/api/admin/approved-answers', approved],
    ['/api/admin/approved-answers/x', approved.items[0] ?? {}],
    ['/api/admin/review', review],
    ['/api/admin/gaps', gaps],
  ])
  await page.route('**/api/admin/**', async (call) => {
    const json = answers.get(new URL(call.request().url()).pathname)
    if (json === undefined) await call.fallback()
    else await call.fulfill({ json })
  })
  await page.reload({ waitUntil: 'networkidle' })
}
