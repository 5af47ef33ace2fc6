import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { client, noSubs, prod, statsApi, subs, summary } from '../../testing/stats-api.ts'

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

describe('a comparison', () => {
  const range = 'from=2026-03-04&to=2026-03-05'
  const isEarlier = (url: URL) => url.searchParams.get('to') === '2026-03-03'

  function comparedServer(before: Partial<typeof summary>) {
    const server = statsApi('admin')
    server.on('GET /api/client/stats', (_request, url) =>
      Response.json(
        isEarlier(url)
          ? { ...client, summary: { ...summary, ...before }, subs: { ...subs, total_classified: 16 } }
          : client,
      ),
    )
    server.on('GET /api/stats/product-queries', (_request, url) =>
      Response.json(isEarlier(url) ? { ...prod, total_events: 617 } : prod),
    )
    server.on('GET /api/stats/chat-subjects', (_request, url) =>
      Response.json(isEarlier(url) ? noSubs : subs),
    )
    return server
  }
  const cardOf = (name: string) =>
    screen.getAllByText(name, { selector: 'dt' })[0]?.parentElement?.textContent

  it('has the change of each card in percent after its label and figure', async () => {
    const before = {
      unique_conversations: 10,
      unique_ips: 12,
      user_messages: 26,
      assistant_messages: 0,
      total_messages: 26,
    }
    open(`/client?${range}&compare=1`, comparedServer(before))
    await screen.findByText('+10% vs previous period')
    expect(cardOf('Unique Conversations')).toBe('Unique Conversations11+10% vs previous period')
    expect(cardOf('Unique IPs')).toBe(
      'Unique IPs12No change vs previous periodVisitors, approximately: people can share an address.',
    )
    expect(cardOf('User Messages')).toBe('User Messages13-50% vs previous period')
    // From nothing there is no percentage.
    expect(cardOf('Assistant Messages')).toBe('Assistant Messages14No earlier data')
    const noteIn = (title: string, text: string) =>
      within(screen.getByRole('figure', { name: title })).getByText(text)
    expect(noteIn('Engagement Trend', '+4% vs previous period')).toBeDefined()
    expect(noteIn('Top Topics', '-25% vs previous period')).toBeDefined()
  })

  it('marks the change of an estimate', async () => {
    open(`/client?${range}&compare=1`, comparedServer({ unique_conversations: 22, is_approximate: true }))
    await screen.findByText('≈ -50% vs previous period')
    expect(cardOf('Total Messages')).toBe('Total Messages27No change vs previous period')
  })

  it('of the dashboard has the change of its totals', async () => {
    open(`/dashboard?${range}&compare=1`, comparedServer({}))
    const usage = await screen.findByRole('figure', { name: 'Usage (2d): 1,234 events' })
    expect(await within(usage).findByText('+100% vs previous period')).toBeDefined()
    const subjects = await screen.findByRole('figure', { name: 'Subjects (2d): 12 classified' })
    expect(await within(subjects).findByText('No earlier data')).toBeDefined()
  })

  it('is left out, and asked for nothing, until it is chosen', async () => {
    const server = comparedServer({})
    const { user } = open(`/dashboard?${range}`, server)
    await screen.findByRole('figure', { name: 'Subjects (2d): 12 classified' })
    const countOf = () => server.requests.filter((request) => request.startsWith('GET /api/stats/')).length
    expect(countOf()).toBe(4)
    expect(screen.queryByText('+100% vs previous period')).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Compare with the previous period' }))
    await screen.findByText('+100% vs previous period')
    expect(countOf()).toBe(7)
  })

  it('needs no explanation of Unique IPs twice', async () => {
    const { unmount } = open(`/client?${range}`, statsApi('admin'))
    expect(await screen.findAllByText(/^Visitors, approximately/u)).toHaveLength(1)
    unmount()
    open(`/dashboard?${range}`, statsApi('admin'))
    expect(await screen.findAllByText(/^Visitors, approximately/u)).toHaveLength(1)
  })

  it('stands beside the course of the messages, which needs no comparison', async () => {
    open(`/client?${range}`, statsApi('admin'))
    await screen.findByText('User Messages', { selector: 'dt' })
    const lineOf = (name: string) =>
      screen
        .getAllByText(name, { selector: 'dt' })[0]
        ?.parentElement?.querySelector('path')
        ?.getAttribute('d')
    expect(lineOf('User Messages')).toMatch(/^M2 /u)
    // 7 and 7 of the assistant: a level line.
    expect(lineOf('Assistant Messages')).toBe('M2 2L98 2')
    expect(lineOf('Unique IPs')).toBeUndefined()
  })
})
