import { includesAction, type MemberAction, memberRoles, type MemberRole } from '@org/api-client'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerTexts } from '../features/admin/answers/answers.texts.ts'
import { importTexts } from '../features/admin/imports/imports.texts.ts'
import { knowledgeTexts } from '../features/admin/knowledge/knowledge.texts.ts'
import { orderTexts } from '../features/analytics/orders/orders.texts.ts'
import { roomTexts } from '../features/client-room/client-room.texts.ts'
import { visitorTexts } from '../features/client-room/visitors/visitors.texts.ts'
import { gapTexts } from '../features/review/gaps/gaps.texts.ts'
import { reviewTexts } from '../features/review/review.texts.ts'
import { memberRoleTexts } from '../shared/member-roles.texts.ts'
import { accountsTexts } from '../features/accounts/accounts.texts.ts'
import { session } from '../testing/fake-api.ts'
import { renderSite } from '../testing/render-site.tsx'
import { statsApi } from '../testing/stats-api.ts'

// jsdom has no canvas: what is drawn is seen by the browser tests.
vi.mock('../../../../packages/analytics-charts/src/charts/drawing.tsx', () => ({ Drawing: () => null }))

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const at = '2026-11-20T10:00:00.000Z'
const content = {
  language: 'en',
  status: 'published',
  client_id: 'o1',
  client: 'Brand',
  version: 3,
  updated_at: at,
  updated_by: 'ada@example.com',
  source_id: null,
}
const article = {
  ...content,
  id: 'a1',
  slug: 'zinc',
  title: 'Zinc',
  author: 'Test kitchen',
  url: '',
  topic: 'Minerals',
  review_by: null,
  passages: 1,
}
const product = {
  ...content,
  id: 'p1',
  name: 'Zinc drops',
  description: 'A bottle.',
  unit_amount: 990,
  currency: 'EUR',
  url: 'https://shop.example/zinc',
  image: '',
  topics: [],
  keywords: [],
  available: true,
}
const source = {
  id: 's1',
  kind: 'url',
  address: 'https://shop.example/',
  schedule: 'manual',
  author: 'Shop',
  topic: '',
  language: null,
  status: 'published',
  client_id: 'o1',
  client: 'Brand',
  items: 3,
  last_sync: at,
  next_sync: null,
}
const failed = {
  id: 'i1',
  kind: 'upload',
  status: 'done',
  client_id: 'o1',
  client: 'Brand',
  done: 1,
  total: 1,
  names: ['prices.csv'],
  added: 0,
  changed: 0,
  unchanged: 0,
  failures: [{ address: 'prices.csv', reason: 'unreachable', detail: '', can_retry: true }],
  created_at: at,
  finished_at: at,
}
const answer = {
  id: 'x1',
  status: 'published',
  client_id: 'o1',
  client: 'Brand',
  version: 3,
  updated_at: at,
  updated_by: 'ada@example.com',
  language: 'en',
  question: 'Does zinc shorten a cold?',
  variants: ['Is zinc good against a cold?'],
  answer: 'By about a day.',
  citations: [],
  reviewer: 'Dr. Ada',
  reviewed_at: '2026-11-02',
  expires_at: null,
  hits: 4,
  last_hit_at: null,
}
const review = {
  id: 'r1',
  at,
  question: 'Is shilajit halal?',
  answer: 'There is nothing about it in the sources.',
  outcome: 'uncovered',
  ending: 'complete',
  language: 'en',
  widget: { id: 'w1', name: 'Shop' },
  citations: [],
  products: [],
  searches: [],
  feedback: 'down',
  reason: null,
  safety: null,
  model: 'local',
  tokens: 10,
  cost_micros: null,
  first_text_ms: 5,
  total_ms: 9,
  status: 'open',
  assignee: { id: 'u1', email: 'ada@example.com' },
  labels: ['halal'],
  note: 'Ask the supplier.',
}
const gap = {
  id: 'g1',
  title: 'does creatine make you bald',
  count: 12,
  trend: 5,
  weeks: [0, 0, 1, 0, 2, 4, 7, 12],
  examples: ['does creatine make you bald'],
  language: 'en',
  status: 'open',
  closed_at: null,
  checked: 0,
  answered: 0,
  article_id: null,
  article_title: null,
  client_id: 'o1',
  client: 'Brand',
  last_asked_at: at,
}
const order = { id: 'o1', at, value: { currency: 'EUR', decimals: 2, total: 990 }, products: ['Zinc drops'] }

function openAs(role: MemberRole, path: string) {
  const server = statsApi('client')
  server.on('GET /api/me', () => session('person@example.com', 'client', role))
  const page = (item: object) => () => Response.json({ items: [item], next_cursor: null })
  const room = {
    widgets: [
      {
        id: 'w1',
        name: 'Shop',
        title: 'Shop',
        active: true,
        theme: 'ultra',
        version: 3,
        client_edits: ['accent'],
        sightings: [],
      },
    ],
    checklist: { look: false, content: false, install: false, question: false },
  }
  const activity = {
    days: 30,
    uncovered: [],
    ratings: { up: 0, down: 0, newest: [] },
    products: [],
    conversations: [],
    keeps_text: true,
  }
  const orders = {
    window_days: 7,
    clicks: 3,
    orders: 1,
    totals: [order.value],
    products: [],
    latest: [order],
  }
  const preview = { language: 'en', passages: [] }
  const secret = { secret_at: null, previous_until: null }
  const summary = {
    attention: 1,
    mine: 0,
    assignees: [{ id: 'u1', email: 'ada@example.com' }],
    widgets: [],
    keeps_text: true,
  }
  for (const [route, reply] of [
    ['GET /api/admin/knowledge/articles', page(article)],
    ['GET /api/admin/knowledge/articles/a1', () => Response.json({ ...article, body: 'Zinc is a metal.' })],
    ['POST /api/admin/knowledge/articles/preview', () => Response.json(preview)],
    [
      'GET /api/admin/knowledge/articles/a1/versions',
      page({ version: 3, saved_at: at, saved_by: null, restored_from: null, fields: {} }),
    ],
    ['GET /api/admin/knowledge/products', page(product)],
    ['GET /api/admin/knowledge/sources', () => Response.json({ sources: [source] })],
    ['GET /api/admin/knowledge/jobs', page(failed)],
    ['GET /api/admin/approved-answers', page(answer)],
    ['GET /api/admin/approved-answers/x1', () => Response.json(answer)],
    ['GET /api/admin/approved-answers/sources', () => Response.json({ items: [] })],
    ['GET /api/admin/approved-answers/summary', () => Response.json({ expiring: 0, expired: 0 })],
    ['GET /api/admin/review', page(review)],
    ['GET /api/admin/review/summary', () => Response.json(summary)],
    [
      'GET /api/admin/gaps',
      () => Response.json({ items: [gap], next_cursor: null, keeps_text: true, waiting: 0 }),
    ],
    ['GET /api/client/room', () => Response.json(room)],
    ['GET /api/client/activity', () => Response.json(activity)],
    ['GET /api/client/orders', () => Response.json(orders)],
    ['GET /api/client/identity', () => Response.json(secret)],
    ['GET /api/client/visitors', () => Response.json({ items: [], next_cursor: null })],
    ['GET /api/account/weekly-report', () => Response.json({ subscribed: true, language: null })],
  ] as const) {
    server.on(route, reply)
  }
  renderSite(path, server)
  return server
}

type Control = readonly [
  role: 'button' | 'link' | 'heading' | 'textbox' | 'checkbox',
  name: string,
  action: MemberAction,
]

interface RightsOfPage {
  path: string
  /** Is there for every role. */
  shown: string
  /** Actions without which the page is only read, with a note about the role. */
  note?: readonly MemberAction[]
  controls: readonly Control[]
  /** Opens what the controls are in. */
  open?: () => Promise<unknown>
}

const { list: listTexts, history } = knowledgeTexts
const { sources: sourceTexts, list: importListTexts } = importTexts
const pages: RightsOfPage[] = [
  {
    path: '/admin/knowledge',
    shown: article.title,
    note: ['edit'],
    controls: [['link', listTexts.addArticle, 'edit']],
  },
  {
    path: '/admin/knowledge?show=products',
    shown: product.name,
    note: ['edit'],
    controls: [
      ['button', listTexts.addProduct, 'edit'],
      ['button', listTexts.editOf(product.name), 'edit'],
    ],
  },
  {
    path: '/admin/knowledge?show=uploads',
    shown: importTexts.list.title,
    note: ['edit'],
    controls: [
      ['heading', importTexts.title, 'edit'],
      ['button', importListTexts.retry, 'edit'],
    ],
  },
  {
    path: '/admin/knowledge?show=sources',
    shown: source.address,
    note: ['edit'],
    controls: [
      ['button', sourceTexts.add, 'edit'],
      ['button', sourceTexts.previewOf(source.address), 'edit'],
      ['button', sourceTexts.syncOf(source.address), 'edit'],
      ['button', sourceTexts.editOf(source.address), 'edit'],
      ['button', importListTexts.retry, 'edit'],
    ],
  },
  {
    path: '/admin/knowledge/articles/a1',
    shown: history.title,
    note: ['edit'],
    controls: [
      ['textbox', knowledgeTexts.article.title, 'edit'],
      ['button', knowledgeTexts.save, 'edit'],
      ['button', knowledgeTexts.delete.button, 'edit'],
      ['button', history.title, 'view'],
    ],
  },
  {
    path: '/admin/knowledge/articles/new',
    shown: knowledgeTexts.article.add,
    note: ['edit'],
    controls: [['textbox', knowledgeTexts.article.title, 'edit']],
  },
  {
    path: '/admin/answers',
    shown: answer.question,
    note: ['review'],
    controls: [['link', answerTexts.add, 'review']],
  },
  {
    path: '/admin/answers/x1',
    shown: history.title,
    note: ['review'],
    controls: [
      ['textbox', answerTexts.fields.question, 'review'],
      ['button', knowledgeTexts.save, 'review'],
      ['button', knowledgeTexts.delete.button, 'review'],
      ['button', history.title, 'view'],
    ],
  },
  {
    path: '/admin/answers/new',
    shown: answerTexts.add,
    note: ['review'],
    controls: [['textbox', answerTexts.fields.question, 'review']],
  },
  {
    path: '/admin/review',
    shown: review.note,
    note: ['review'],
    open: async () => userEvent.click(await screen.findByRole('button', { name: /Is shilajit halal/u })),
    controls: [
      ['button', reviewTexts.actions.good, 'review'],
      ['button', reviewTexts.actions.bad, 'review'],
      ['button', reviewTexts.actions.done, 'review'],
      ['link', reviewTexts.actions.article, 'edit'],
      ['link', reviewTexts.actions.approve, 'review'],
      ['textbox', reviewTexts.actions.note, 'review'],
      ['button', reviewTexts.actions.save, 'review'],
    ],
  },
  {
    path: '/admin/gaps',
    shown: gap.title,
    note: ['edit', 'review'],
    controls: [
      ['link', gapTexts.article, 'edit'],
      ['link', gapTexts.approve, 'review'],
      ['button', gapTexts.dismiss, 'review'],
    ],
  },
  {
    path: '/client',
    shown: roomTexts.widgets.heading,
    controls: [
      ['button', roomTexts.widgets.editOf('Shop'), 'edit'],
      ['button', roomTexts.checklist.look, 'edit'],
      ['link', roomTexts.checklist.content, 'edit'],
      ['heading', visitorTexts.heading, 'manage'],
      ['button', orderTexts.removeOf('€9.90', '').split(' from')[0] ?? '', 'manage'],
    ],
  },
  {
    path: '/account',
    shown: accountsTexts.account.data.heading,
    controls: [['checkbox', accountsTexts.account.weekly.subscribed, 'manage']],
  },
]

const cases = pages.flatMap((page) => memberRoles.map((role) => Object.assign({ role }, page)))

it.each(cases)(
  '$path offers to $role what the role includes',
  async ({ role, path, shown, note, controls, open }) => {
    const server = openAs(role, path)
    await open?.()
    await screen.findAllByText(shown)
    const found = ([kind, name]: Control) =>
      screen.queryAllByRole(kind, { name: (accessible) => accessible.startsWith(name), hidden: true })
        .length > 0
    for (const control of controls) {
      const isOffered = includesAction(role, control[2])
      await expect.poll(() => found(control), { message: control.join(' ') }).toBe(isOffered)
    }
    const readOnly = memberRoleTexts.readOnly(memberRoleTexts.names[role])
    const isNoted = note?.every((action) => !includesAction(role, action)) ?? false
    expect(screen.queryAllByText(readOnly)).toHaveLength(isNoted ? 1 : 0)
    // What the role does not include is not called either.
    const previews = server.requests.filter((route) => route.endsWith('/articles/preview'))
    expect(includesAction(role, 'edit') || previews.length === 0).toBe(true)
  },
)

it('names the role where it only reads', async () => {
  openAs('viewer', '/admin/knowledge')
  expect(
    await screen.findByText('Your role here: Viewer. You can read this page, but not change it.'),
  ).toBeDefined()
})

it('shows an article and an approved answer to those who may not change them', async () => {
  openAs('viewer', '/admin/knowledge/articles/a1')
  expect(await screen.findByRole('heading', { level: 1, name: 'Article' })).toBeDefined()
  expect(await screen.findByText('Zinc is a metal.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: history.title }))
  expect(await screen.findByText('Version 3')).toBeDefined()
})
