import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failure, silence } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'
import {
  client,
  geo,
  noClient,
  noGeo,
  noProd,
  noSubs,
  prod,
  statsApi,
  subs,
  summary,
} from '../../testing/stats-api.ts'

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
    open('/dashboard', statsApi('admin'))
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

  it('leads a client to its widgets, and an admin nowhere', async () => {
    const name = 'Your widgets: code, look and unanswered questions'
    const admin = open('/dashboard', statsApi('admin'))
    await screen.findByRole('heading', { level: 1, name: 'Analytics Dashboard' })
    expect(screen.queryByRole('link', { name })).toBeNull()
    admin.unmount()
    open('/dashboard', statsApi('client'))
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/client')
  })

  it('asks for a usage window of 30 days', async () => {
    const server = statsApi('admin')
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
    const server = statsApi('admin')
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
    const server = statsApi('admin')
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
    const server = statsApi('admin')
    server.on('GET /api/stats/product-queries', () => Response.json(noProd))
    open('/dashboard?from=2020-01-01&to=2020-01-30', server)
    expect(await screen.findByText('No public message traffic for this selection.')).toBeTruthy()
    expect(screen.queryByText('No public message traffic recorded in the last 30 days.')).toBeNull()
  })

  it("says 'No location data available.' where there is traffic from nowhere known", async () => {
    const server = statsApi('admin')
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
    const server = statsApi('admin')
    server.on('GET /api/stats/product-queries', () => Response.json(noProd))
    server.on('GET /api/stats/chat-subjects', () => Response.json(noSubs))
    open('/dashboard', server)
    expect(await textIn(title, text)).toBe(text)
  })

  it('looks at one country alone after its chip, keeps that in the address, and goes back', async () => {
    const server = statsApi('admin')
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
    expect(document.activeElement?.textContent).toBe('Select a bar or a country to filter.')
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
    const { user } = open('/dashboard?from=2026-03-04&to=2026-03-05&topic=Sleep', statsApi('admin'))
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
        'Outcomes',
        'Figure,Count,Of,Unit',
        'Covered by the content,0,0,questions about the content',
        'Answered,0,0,answers with an outcome',
        'Answered in part,0,0,answers with an outcome',
        'Not covered,0,0,answers with an outcome',
        'Refused,0,0,answers with an outcome',
        'Safety notices,0,0,answers with an outcome',
        'Failed,0,0,answers',
        'Rated helpful,0,0,ratings',
        'Sources opened,0,0,answers with sources',
        'Products clicked,0,0,answers with products',
        'Tokens,0,,',
        'Cost,0,0,"USD, answers with a known price"',
        '',
        'Outcomes over time',
        'Day,Answers,Covered,Not covered,Rated helpful,Products clicked',
        '',
        'Orders',
        'Figure,Count',
        'Orders after a click,0',
        'Product clicks,0',
        '',
      ].join('\r\n'),
    )
  })
})

describe('/client', () => {
  it('has five stat cards and seven sections', async () => {
    open('/client', statsApi('client'))
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
    const server = statsApi('admin')
    server.on('GET /api/client/stats', () =>
      Response.json({ ...client, summary: { ...summary, is_approximate: true } }),
    )
    open('/client', server)
    const [card] = await screen.findAllByText('Unique Conversations', { selector: 'dt' })
    expect(card?.nextSibling?.textContent).toBe('≈ 11')
    expect(screen.getByText('Total Messages').nextSibling?.textContent).toBe('27')
  })

  it('selects all widgets by default, kept to those that still exist', async () => {
    const server = statsApi('client')
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
    const { user } = open('/client', statsApi('client'))
    await user.click(await screen.findByRole('button', { name: 'Clear' }))
    await screen.findByText('Select at least one widget to explore analytics.')
    await user.click(screen.getByRole('button', { name: 'Select all' }))
    expect(await screen.findByRole('figure', { name: 'Top Topics' })).toBeDefined()
  })

  it("says 'No widgets available.' to a client without one", async () => {
    const server = statsApi('client')
    server.on('GET /api/client/widgets', () => Response.json({ widgets: [] }))
    open('/client', server)
    await screen.findByText('No widgets available.')
    expect(screen.getByRole('link', { name: 'Ask for a widget' }).getAttribute('href')).toBe('/contact')
    expect(server.requests).not.toContain('GET /api/client/stats')
  })

  it('leads an administrator who has no widget yet to where one is made', async () => {
    const server = statsApi('admin')
    server.on('GET /api/client/widgets', () => Response.json({ widgets: [] }))
    open('/client', server)
    const link = await screen.findByRole('link', { name: 'Open the configurator' })
    expect(link.getAttribute('href')).toBe('/admin/configurators')
  })

  it("says 'Unable to load widgets. Please try again.' and does try again", async () => {
    const server = statsApi('client')
    server.on('GET /api/client/widgets', () => failure(422, 'Broken'))
    server.on('GET /api/client/room', () => Response.json({ widgets: [], checklist: {} }))
    server.on('GET /api/client/activity', silence)
    const { user } = open('/client', server)
    await screen.findByText('Unable to load widgets. Please try again.')
    server.on('GET /api/client/widgets', () => Response.json({ widgets: [{ id: 'w1', name: 'Shop' }] }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('checkbox', { name: 'Shop' })).toBeDefined()
  })

  it("says 'Unable to load analytics for the selected widgets.' and leaves the selection there", async () => {
    const server = statsApi('client')
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
    const server = statsApi('client')
    server.on('GET /api/client/stats', () => Response.json(noClient))
    open('/client', server)
    expect(await textIn(title, text)).toBe(text)
  })

  it("lets an admin pick a client or 'All clients', and ignores silently that the list cannot be loaded", async () => {
    const server = statsApi('admin')
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

  it('names a client of the address that does not exist, and shows no figures of all', async () => {
    const { user } = open('/client?client=unknown', statsApi('admin'))
    expect(await screen.findByText('There is no such client. Choose one above.')).toBeTruthy()
    expect(screen.queryByText('No widgets available.')).toBeNull()
    expect(screen.queryByRole('figure')).toBeNull()
    expect(screen.queryByText('Loading…')).toBeNull()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Client' }), 'one@example.com')
    await screen.findByRole('figure', { name: 'Top Topics' })
  })

  it('shows a client no client picker', async () => {
    open('/client', statsApi('client'))
    await screen.findByRole('figure', { name: 'Top Topics' })
    expect(screen.queryByRole('combobox', { name: 'Client' })).toBeNull()
  })
})
