import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { statsApi } from '../../testing/stats-api.ts'

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

describe('trends', () => {
  /** Header and rows of the table of a figure. */
  async function tableOf(user: ReturnType<typeof open>['user'], title: string) {
    const figure = within(await screen.findByRole('figure', { name: title }))
    await user.click(figure.getByRole('button', { name: `Show as table: ${title}` }))
    return figure.getAllByRole('row').map((row) => row.textContent)
  }

  it('are shown by day, and by week or month when it is chosen, which the address has', async () => {
    const { user, history } = open('/dashboard?from=2026-03-04&to=2026-03-05', statsApi('admin'))
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
    const { user } = open(`${path}?by=month`, statsApi('admin'))
    expect(await tableOf(user, title)).toEqual(['MonthName 1', 'Mar 4\u2009–\u20095, 2026 (partial)7'])
    const figure = within(screen.getByRole('figure', { name: title }))
    await user.click(figure.getByRole('button', { name: `Show as chart: ${title}` }))
    expect(figure.getByText('Outlined: only a part of the period is in the data.')).toBeDefined()
  })

  it('are by day for anything else in the address', async () => {
    const { user } = open('/dashboard?by=year', statsApi('admin'))
    expect((await tableOf(user, 'Subject Series (Top 5)'))[0]).toBe('DaySleep')
    expect(screen.queryByText('Outlined: only a part of the period is in the data.')).toBeNull()
  })
})
