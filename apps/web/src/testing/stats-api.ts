import { createFakeApi, session } from './fake-api.ts'
import type { FakeApi } from './fake-api.ts'

const days = ['2026-03-04', '2026-03-05']
const names = (...counts: number[]) => counts.map((count, index) => ({ name: `Name ${index + 1}`, count }))
/** Products and authors of two days. */
export const prod = {
  total_events: 1234,
  top_products: names(7, 3),
  top_authors: names(5),
  days,
  daily_total: [1000, 234],
  per_product_series: [{ name: 'Name 1', daily: [4, 3] }],
}
/** Topics of two days. */
export const subs = {
  total_classified: 12,
  top_subjects: [{ name: 'Sleep', count: 12 }],
  days,
  per_subject_series: [{ name: 'Sleep', daily: [2, 10] }],
}
const point = {
  latitude: 47.38,
  longitude: 8.54,
  count: 9,
  country_code: 'CH',
  country: 'Switzerland',
  ip: '',
}
/** One place. */
export const geo = {
  countries: [{ code: 'CH', name: 'Switzerland', count: 9 }],
  points: [point],
  resolved_ips: 3,
  unique_ips: 4,
  unresolved_ips: 1,
  is_approximate: false,
}
/** No message, product or author. */
export const noProd = {
  total_events: 0,
  top_products: [],
  top_authors: [],
  days,
  daily_total: [0, 0],
  per_product_series: [],
}
/** No topic. */
export const noSubs = { total_classified: 0, top_subjects: [], days, per_subject_series: [] }
/** No place. */
export const noGeo = {
  countries: [],
  points: [],
  resolved_ips: 0,
  unique_ips: 0,
  unresolved_ips: 0,
  is_approximate: false,
}
/** Figures of the five cards. */
export const summary = {
  unique_conversations: 11,
  unique_ips: 12,
  is_approximate: false,
  user_messages: 13,
  assistant_messages: 14,
  total_messages: 27,
  widget_ids: ['w1', 'w2'],
}
/** Everything about two widgets. */
export const client = { summary, messages: { days, user: [6, 7], total: [13, 14] }, prod, subs, geo }
/** Two widgets without a message. */
export const noClient = {
  summary: {
    ...summary,
    unique_conversations: 0,
    unique_ips: 0,
    user_messages: 0,
    assistant_messages: 0,
    total_messages: 0,
  },
  messages: { days, user: [0, 0], total: [0, 0] },
  prod: noProd,
  subs: noSubs,
  geo: noGeo,
}

/** Sums over no answers. */
export const noCounts = {
  answers: 0,
  answered: 0,
  approved: 0,
  partial: 0,
  uncovered: 0,
  refused: 0,
  safety: 0,
  failed: 0,
  rated_up: 0,
  rated_down: 0,
  cited: 0,
  opened: 0,
  shown: 0,
  clicked: 0,
  clicks: 0,
  tokens: 0,
  output_tokens: 0,
  cost_micros: 0,
  unpriced: 0,
}

/** Outcomes without an answer. */
export const noOutcomes = {
  currency: 'USD',
  total: noCounts,
  days: [],
  daily: [],
  widgets: [],
  clients: [],
  models: [],
}

/** No order after a click. */
export const noOrders = { window_days: 7, clicks: 0, orders: 0, totals: [], products: [], latest: [] }

/** A server of one role, with two widgets and some figures. */
export function statsApi(role: 'admin' | 'client'): FakeApi {
  const server = createFakeApi()
  server.on('GET /api/me', () => session(`${role}@example.com`, role))
  server.on('GET /api/site', () => Response.json({ image_hosts: [], outbox_url: null, map_style_url: null }))
  server.on('GET /api/stats/product-queries', () => Response.json(prod))
  server.on('GET /api/stats/chat-subjects', () => Response.json(subs))
  server.on('GET /api/stats/message-geo', () => Response.json(geo))
  server.on('GET /api/admin/clients', () =>
    Response.json({ clients: [{ id: 'c1', email: 'one@example.com' }] }),
  )
  server.on('GET /api/client/widgets', () =>
    Response.json({
      widgets: [
        { id: 'w1', name: 'Shop' },
        { id: 'w2', name: 'Clinic' },
      ],
    }),
  )
  server.on('GET /api/client/stats', () => Response.json(client))
  server.on('GET /api/stats/outcomes', () => Response.json(noOutcomes))
  server.on('GET /api/client/outcomes', () => Response.json(noOutcomes))
  server.on('GET /api/client/orders', () => Response.json(noOrders))
  server.on('GET /api/admin/budgets', () =>
    Response.json({ currency: 'USD', month: '2026-11-01', items: [] }),
  )
  return server
}
