import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeApi, failure, session } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

// jsdom has no canvas: what is drawn is seen by the browser tests.
vi.mock('../../../../../packages/analytics-charts/src/charts/drawing.tsx', () => ({ Drawing: () => null }))

beforeEach(() => {
  // Nothing comes near the view: the map's code is not wanted here.
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
  vi.restoreAllMocks()
})

const days = ['2026-03-04', '2026-03-05']
const names = (...counts: number[]) => counts.map((count, index) => ({ name: `Name ${index + 1}`, count }))
const prod = {
  total_events: 1234,
  top_products: names(7, 3),
  top_authors: names(5),
  days,
  daily_total: [1000, 234],
  per_product_series: [{ name: 'Name 1', daily: [4, 3] }],
}
const subs = {
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
const geo = {
  countries: [{ code: 'CH', name: 'Switzerland', count: 9 }],
  points: [point],
  resolved_ips: 3,
  unique_ips: 4,
  unresolved_ips: 1,
  is_approximate: false,
}
const noProd = {
  total_events: 0,
  top_products: [],
  top_authors: [],
  days,
  daily_total: [0, 0],
  per_product_series: [],
}
const noSubs = { total_classified: 0, top_subjects: [], days, per_subject_series: [] }
const noGeo = {
  countries: [],
  points: [],
  resolved_ips: 0,
  unique_ips: 0,
  unresolved_ips: 0,
  is_approximate: false,
}
const summary = {
  unique_conversations: 11,
  unique_ips: 12,
  is_approximate: false,
  user_messages: 13,
  assistant_messages: 14,
  total_messages: 27,
  widget_ids: ['w1', 'w2'],
}
const client = { summary, messages: { days, user: [6, 7], total: [13, 14] }, prod, subs, geo }
const noClient = {
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

/** A server of one role, with two widgets and some figures. */
function serverOf(role: 'admin' | 'client'): FakeApi {
  const server = createFakeApi()
  server.on('GET /api/me', () => session(`${role}@example.com`, role))
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
  return server
}

function open(path: string, server: FakeApi) {
  return { user: userEvent.setup(), server, ...renderSite(path, server) }
}

/** Returns the empty-state text of a figure. */
async function textIn(title: string, text: string) {
  const figure = await screen.findByRole('figure', { name: title })
  return (await within(figure).findByText(text)).textContent
}

describe('/dashboard', () => {
  it('is titled with the total events, over 30 days, and has every part', async () => {
    open('/dashboard', serverOf('admin'))
    await screen.findByRole('heading', { level: 1, name: 'Analytics Dashboard' })
    for (const title of [
      'Usage (30d): 1,234 events',
      'Global Message Distribution',
      'Top Authors',
      'Top Products',
      'Product Series (Top 5)',
      'Subjects (30d): 12 classified',
      'Subject Series (Top 5)',
    ]) {
      expect(await screen.findByRole('figure', { name: title })).toBeDefined()
    }
  })

  it('asks for a usage window of 30 days', async () => {
    const server = serverOf('admin')
    const asked = new Promise<URL>((resolve) => {
      server.on('GET /api/stats/product-queries', (_request, url) => {
        resolve(url)
        return Response.json(prod)
      })
    })
    open('/dashboard', server)
    const query = (await asked).searchParams
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1).toBe(30)
    expect(to).toBe(new Date().toISOString().slice(0, 10))
  })

  it.each([
    ['product-queries', 'Global Message Distribution'],
    ['chat-subjects', 'Top Authors'],
    ['message-geo', 'Top Authors'],
  ])("says 'stats failed: %s' in its own parts alone, and tries again", async (call, other) => {
    const server = serverOf('admin')
    server.on(`GET /api/stats/${call}`, () => failure(422, 'Broken'))
    const { user } = open('/dashboard', server)
    const [error] = await screen.findAllByText(`stats failed: ${call}`)
    expect(error).toBeDefined()
    await screen.findByRole('figure', { name: other })
    const whole: Record<string, unknown> = {
      'product-queries': prod,
      'chat-subjects': subs,
      'message-geo': geo,
    }
    server.on(`GET /api/stats/${call}`, () => Response.json(whole[call]))
    const [retry] = screen.getAllByRole('button', { name: 'Try again' })
    if (retry !== undefined) await user.click(retry)
    await waitFor(() => {
      expect(screen.queryByText(`stats failed: ${call}`)).toBeNull()
    })
  })

  it("says 'No public message traffic recorded in the last 30 days.' where there is none", async () => {
    const server = serverOf('admin')
    server.on('GET /api/stats/product-queries', () => Response.json(noProd))
    server.on('GET /api/stats/message-geo', () => Response.json(noGeo))
    open('/dashboard', server)
    expect(
      await textIn('Usage (30d): 0 events', 'No public message traffic recorded in the last 30 days.'),
    ).toBe('No public message traffic recorded in the last 30 days.')
    expect(
      await textIn('Global Message Distribution', 'No public message traffic recorded in the last 30 days.'),
    ).toBe('No public message traffic recorded in the last 30 days.')
  })

  it('speaks of the last 30 days for no other 30', async () => {
    const server = serverOf('admin')
    server.on('GET /api/stats/product-queries', () => Response.json(noProd))
    open('/dashboard?from=2020-01-01&to=2020-01-30', server)
    expect(await screen.findByText('No public message traffic for what is chosen.')).toBeTruthy()
    expect(screen.queryByText('No public message traffic recorded in the last 30 days.')).toBeNull()
  })

  it("says 'No location data available.' where there is traffic from nowhere known", async () => {
    const server = serverOf('admin')
    server.on('GET /api/stats/message-geo', () =>
      Response.json({ ...noGeo, unique_ips: 4, unresolved_ips: 4 }),
    )
    open('/dashboard', server)
    expect(await textIn('Global Message Distribution', 'No location data available.')).toBe(
      'No location data available.',
    )
  })

  it.each([
    ['Top Authors', 'No author data available.'],
    ['Top Products', 'No product mentions captured.'],
    ['Product Series (Top 5)', 'No product trend data available.'],
    ['Subjects (30d): 0 classified', 'No classified topics yet.'],
    ['Subject Series (Top 5)', 'No topic trends captured.'],
  ])('%s without data: %s', async (title, text) => {
    const server = serverOf('admin')
    server.on('GET /api/stats/product-queries', () => Response.json(noProd))
    server.on('GET /api/stats/chat-subjects', () => Response.json(noSubs))
    open('/dashboard', server)
    expect(await textIn(title, text)).toBe(text)
  })

  it('looks at one country alone after its chip, keeps that in the address, and goes back', async () => {
    const server = serverOf('admin')
    const { user, history } = open('/dashboard', server)
    const chips = await screen.findByRole('list', { name: 'Top countries' })
    const asked: (string | null)[] = []
    server.on('GET /api/stats/product-queries', (_request, url) => {
      asked.push(url.searchParams.get('country'))
      return Response.json(prod)
    })
    await user.click(within(chips).getByRole('button', { name: 'Switzerland 9' }))
    const pill = await screen.findByRole('button', { name: 'Remove the filter Country: Switzerland' })
    await waitFor(() => {
      expect(asked).toContain('CH')
    })
    expect(history.location.search).toBe('?country=CH')
    await user.click(pill)
    await waitFor(() => {
      expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
    })
    expect(document.activeElement?.textContent).toBe('Choose a bar or a country to look at it alone.')
    expect(history.location.search).toBe('')
  })

  it('saves everything on screen as one CSV, which says of which days and filters', async () => {
    const saved: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          saved.push(blob)
          return 'blob:saved'
        },
        revokeObjectURL: vi.fn<() => void>(),
      }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { user } = open('/dashboard?from=2026-03-04&to=2026-03-05&topic=Sleep', serverOf('admin'))
    await screen.findByRole('figure', { name: 'Subjects (2d): 12 classified' })
    await screen.findByRole('figure', { name: 'Global Message Distribution' })
    await screen.findByRole('figure', { name: 'Top Authors' })
    await user.click(screen.getByRole('button', { name: 'Save all as CSV' }))
    expect(await saved[0]?.text()).toBe(
      [
        'Analytics Dashboard',
        'Days (UTC),2026-03-04,2026-03-05',
        'Filters,Topic: Sleep',
        '',
        '"Usage (2d): 1,234 events"',
        'Day,Messages',
        '2026-03-04,1000',
        '2026-03-05,234',
        '',
        'Global Message Distribution',
        'Figure,Count',
        'Unique IPs,4',
        'Resolved IPs,3',
        'Unresolved IPs,1',
        '',
        'Global Message Distribution: Countries',
        'Name,Count',
        'Switzerland,9',
        '',
        '"Global Message Distribution: Latitude, Longitude"',
        'Country,Latitude,Longitude,Count',
        'Switzerland,47.38,8.54,9',
        '',
        'Top Authors',
        'Name,Count',
        'Name 1,5',
        '',
        'Top Products',
        'Name,Count',
        'Name 1,7',
        'Name 2,3',
        '',
        'Product Series (Top 5)',
        'Day,Name 1',
        '2026-03-04,4',
        '2026-03-05,3',
        '',
        'Subjects (2d): 12 classified',
        'Name,Count',
        'Sleep,12',
        '',
        'Subject Series (Top 5)',
        'Day,Sleep',
        '2026-03-04,2',
        '2026-03-05,10',
        '',
      ].join('\r\n'),
    )
  })
})

describe('trends', () => {
  /** Header and rows of the table of a figure. */
  async function tableOf(user: ReturnType<typeof open>['user'], title: string) {
    const figure = within(await screen.findByRole('figure', { name: title }))
    await user.click(figure.getByRole('button', { name: `Show as table: ${title}` }))
    return figure.getAllByRole('row').map((row) => row.textContent)
  }

  it('are shown by day, and by week or month when it is chosen, which the address has', async () => {
    const { user, history } = open('/dashboard?from=2026-03-04&to=2026-03-05', serverOf('admin'))
    const usage = 'Usage (2d): 1,234 events'
    expect(await tableOf(user, usage)).toEqual([
      'DayMessages',
      'Wednesday, March 4, 20261,000',
      'Thursday, March 5, 2026234',
    ])
    await user.click(screen.getByRole('button', { name: 'By week' }))
    const figure = within(screen.getByRole('figure', { name: usage }))
    await waitFor(() => {
      expect(figure.getAllByRole('row').map((row) => row.textContent)).toEqual([
        'WeekMessages',
        'Mar 4\u2009–\u20095, 2026 (partial)1,234',
      ])
    })
    expect(history.location.search).toContain('by=week')
    expect(screen.getByRole('button', { name: 'By week', pressed: true })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'By day' }))
    await waitFor(() => {
      expect(history.location.search).not.toContain('by=')
    })
  })

  it.each(['/dashboard', '/client'])('of %s are by month when its address names it', async (path) => {
    const title = path === '/client' ? 'Product Series' : 'Product Series (Top 5)'
    const { user } = open(`${path}?by=month`, serverOf('admin'))
    expect(await tableOf(user, title)).toEqual(['MonthName 1', 'Mar 4\u2009–\u20095, 2026 (partial)7'])
    const figure = within(screen.getByRole('figure', { name: title }))
    await user.click(figure.getByRole('button', { name: `Show as chart: ${title}` }))
    expect(figure.getByText('Outlined: only a part of the period is in the data.')).toBeDefined()
  })

  it('are by day for anything else in the address', async () => {
    const { user } = open('/dashboard?by=year', serverOf('admin'))
    expect((await tableOf(user, 'Subject Series (Top 5)'))[0]).toBe('DaySleep')
    expect(screen.queryByText('Outlined: only a part of the period is in the data.')).toBeNull()
  })
})

describe('/client', () => {
  it('has five stat cards and seven sections', async () => {
    open('/client', serverOf('client'))
    await screen.findByRole('heading', { level: 1, name: 'Client Insights' })
    for (const [name, value] of [
      ['Unique Conversations', '11'],
      ['Unique IPs', '12'],
      ['User Messages', '13'],
      ['Assistant Messages', '14'],
      ['Total Messages', '27'],
    ] as const) {
      const [card] = await screen.findAllByText(name, { selector: 'dt' })
      expect(card?.nextSibling?.textContent).toBe(value)
    }
    for (const title of [
      'Visitor Geography',
      'Engagement Trend',
      'Top Products',
      'Top Authors',
      'Product Series',
      'Top Topics',
      'Topic Series',
    ]) {
      expect(screen.getByRole('figure', { name: title })).toBeDefined()
    }
  })

  it('marks estimates with ≈', async () => {
    const server = serverOf('admin')
    server.on('GET /api/client/stats', () =>
      Response.json({ ...client, summary: { ...summary, is_approximate: true } }),
    )
    open('/client', server)
    const [card] = await screen.findAllByText('Unique Conversations', { selector: 'dt' })
    expect(card?.nextSibling?.textContent).toBe('≈ 11')
    expect(screen.getByText('Total Messages').nextSibling?.textContent).toBe('27')
  })

  it('selects all widgets by default, kept to those that still exist', async () => {
    const server = serverOf('client')
    const asked: (string | null)[] = []
    server.on('GET /api/client/stats', (_request, url) => {
      asked.push(url.searchParams.get('widgets'))
      return Response.json(client)
    })
    const all = open('/client', server)
    await screen.findByRole('figure', { name: 'Top Topics' })
    all.unmount()
    open('/client?widgets=w2,gone', server)
    await screen.findByRole('figure', { name: 'Top Topics' })
    expect(asked).toEqual(['w1,w2', 'w2'])
    expect(screen.getByRole('checkbox', { name: 'Shop' })).toHaveProperty('checked', false)
    expect(screen.getByRole('checkbox', { name: 'Clinic' })).toHaveProperty('checked', true)
  })

  it("says 'Select at least one widget to explore analytics.' after Clear, and shows all after Select all", async () => {
    const { user } = open('/client', serverOf('client'))
    await user.click(await screen.findByRole('button', { name: 'Clear' }))
    await screen.findByText('Select at least one widget to explore analytics.')
    await user.click(screen.getByRole('button', { name: 'Select all' }))
    expect(await screen.findByRole('figure', { name: 'Top Topics' })).toBeDefined()
  })

  it("says 'No widgets available.' to a client without one", async () => {
    const server = serverOf('client')
    server.on('GET /api/client/widgets', () => Response.json({ widgets: [] }))
    open('/client', server)
    await screen.findByText('No widgets available.')
    expect(screen.getByRole('link', { name: 'Ask for a widget' }).getAttribute('href')).toBe('/contact')
    expect(server.requests).not.toContain('GET /api/client/stats')
  })

  it('leads an administrator who has no widget yet to where one is made', async () => {
    const server = serverOf('admin')
    server.on('GET /api/client/widgets', () => Response.json({ widgets: [] }))
    open('/client', server)
    const link = await screen.findByRole('link', { name: 'Open the configurator' })
    expect(link.getAttribute('href')).toBe('/admin/configurators')
  })

  it("says 'Unable to load widgets. Please try again.' and does try again", async () => {
    const server = serverOf('client')
    server.on('GET /api/client/widgets', () => failure(422, 'Broken'))
    const { user } = open('/client', server)
    await screen.findByText('Unable to load widgets. Please try again.')
    server.on('GET /api/client/widgets', () => Response.json({ widgets: [{ id: 'w1', name: 'Shop' }] }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('checkbox', { name: 'Shop' })).toBeDefined()
  })

  it("says 'Unable to load analytics for the selected widgets.' and leaves the selection there", async () => {
    const server = serverOf('client')
    server.on('GET /api/client/stats', () => failure(422, 'Broken'))
    open('/client', server)
    await screen.findByText('Unable to load analytics for the selected widgets.')
    expect(screen.getByRole('checkbox', { name: 'Shop' })).toBeDefined()
  })

  it.each([
    ['Visitor Geography', 'No public message traffic for the selected widgets.'],
    ['Engagement Trend', 'No interactions for the selected range.'],
    ['Top Products', 'No product mentions captured.'],
    ['Top Authors', 'No author data available.'],
    ['Product Series', 'No product trend data available.'],
    ['Top Topics', 'No classified topics yet.'],
    ['Topic Series', 'No topic trends captured.'],
  ])('%s without data: %s', async (title, text) => {
    const server = serverOf('client')
    server.on('GET /api/client/stats', () => Response.json(noClient))
    open('/client', server)
    expect(await textIn(title, text)).toBe(text)
  })

  it("lets an admin pick a client or 'All clients', and ignores silently that the list cannot be loaded", async () => {
    const server = serverOf('admin')
    const { user, unmount, history } = open('/client', server)
    await screen.findByRole('option', { name: 'one@example.com' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Client' }), 'one@example.com')
    await waitFor(() => {
      expect(history.location.search).toBe('?client=c1')
    })
    unmount()
    server.on('GET /api/admin/clients', () => failure(500, 'Broken'))
    open('/client', server)
    await screen.findByRole('figure', { name: 'Top Topics' })
    expect(screen.getByRole('option', { name: 'All clients' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows a client no client picker', async () => {
    open('/client', serverOf('client'))
    await screen.findByRole('figure', { name: 'Top Topics' })
    expect(screen.queryByRole('combobox', { name: 'Client' })).toBeNull()
  })
})
