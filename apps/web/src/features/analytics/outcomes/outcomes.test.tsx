import { screen, within } from '@testing-library/react'
import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest'
import { failure } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { noCounts, noOutcomes, statsApi } from '../../../testing/stats-api.ts'

// jsdom has no canvas: what is drawn is seen by the browser tests.
vi.mock('../../../../../../packages/analytics-charts/src/charts/drawing.tsx', () => ({
  Drawing: () => null,
}))

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
})

const total = {
  ...noCounts,
  answers: 412,
  answered: 300,
  approved: 10,
  partial: 34,
  uncovered: 40,
  refused: 8,
  safety: 8,
  failed: 2,
  rated_up: 30,
  rated_down: 10,
  cited: 340,
  opened: 85,
  shown: 120,
  clicked: 30,
  clicks: 36,
  tokens: 1_000_000,
  output_tokens: 200_000,
  cost_micros: 2_500_000,
  unpriced: 12,
}
const unpriced = { ...noCounts, answers: 12, answered: 12, unpriced: 12 }
const outcomes = {
  ...noOutcomes,
  total,
  days: ['2026-11-20', '2026-11-21'],
  daily: [total, noCounts],
  widgets: [{ id: 'w1', name: 'Shop', counts: total }],
  clients: [{ id: 'c1', name: 'one@example.com', counts: total }],
  models: [
    { name: 'large', counts: total },
    { name: 'mystery', counts: unpriced },
  ],
}
const earlier = { ...outcomes, total: { ...total, answered: 100, uncovered: 240 } }

function open(path: string, role: 'admin' | 'client' = 'admin') {
  const server = statsApi(role)
  const answer = (_request: Request, url: URL) =>
    Response.json(url.searchParams.get('to') === '2026-11-21' ? outcomes : earlier)
  server.on('GET /api/stats/outcomes', answer)
  server.on('GET /api/client/outcomes', answer)
  renderSite(path, server)
  return server
}

const days = 'from=2026-11-20&to=2026-11-21'

async function card(name: string): Promise<string> {
  const term = await screen.findByText(name, { selector: 'dt' })
  return term.parentElement?.textContent ?? ''
}

describe('outcomes on a dashboard', () => {
  it('name the total of each figure', async () => {
    open(`/dashboard?${days}`)
    expect(await card('Covered by the content')).toContain('90%344 of 384 questions about the content')
    expect(await card('Answered')).toContain('310 of 400 answers with an outcome')
    expect(await card('Rated helpful')).toContain('75%30 of 40 ratings')
    expect(await card('Sources opened')).toContain('25%85 of 340 answers with sources')
    expect(await card('Products clicked')).toContain('30 of 120 answers with products · 36 clicks in total')
    expect(await card('Cost')).toContain('$2.50400 of 412 answers with a known price')
    expect(await card('Failed')).toContain('2 of 412 answers')
  })

  it('compare shares in points', async () => {
    open(`/dashboard?${days}&compare=1`)
    await screen.findByText('+52 points vs previous period')
    expect(await card('Covered by the content')).toContain('+52 points vs previous period')
  })

  it('are listed by widget, client and model; an unknown price is no 0', async () => {
    open(`/dashboard?${days}`)
    for (const name of ['Outcomes by widget', 'Outcomes by client', 'Outcomes by model']) {
      expect(await screen.findByRole('table', { name })).toBeDefined()
    }
    const table = screen.getByRole('table', { name: 'Outcomes by model' })
    const row = within(table).getByRole('row', { name: /^mystery/u })
    expect(within(row).getByText('Price unknown')).toBeDefined()
    expect(row.textContent).not.toContain('$0')
  })

  it('stand on Client Insights, with the client’s budgets', async () => {
    const server = open(`/client?${days}`, 'client')
    server.on('GET /api/admin/budgets', () =>
      Response.json({
        currency: 'EUR',
        month: '2026-11-01',
        items: [
          {
            id: 'b1',
            scope: 'client',
            subject_id: 'c1',
            subject: 'one@example.com',
            amount_micros: 10_000_000,
            alert_percent: 80,
            hard_stop: true,
            spent_micros: 10_000_000,
            answers: 5,
            unpriced: 2,
            state: 'stopped',
          },
        ],
      }),
    )
    expect(await screen.findByRole('meter', { name: '€10.00 of €10.00 spent' })).toBeDefined()
    expect(screen.getByText('Spent: new questions are refused until next month')).toBeDefined()
    expect(screen.getByText('2 answers at an unknown price are not included')).toBeDefined()
  })

  it('have words for no answers, and for a failure', async () => {
    open('/dashboard?from=2026-01-01&to=2026-01-02').on('GET /api/stats/outcomes', () =>
      Response.json(noOutcomes),
    )
    expect(await screen.findByText('No answers with a recorded outcome in this selection.')).toBeDefined()
  })

  it('say that they could not be loaded', async () => {
    open(`/dashboard?${days}`).on('GET /api/stats/outcomes', () => failure(422, 'Broken'))
    expect(await screen.findByText('Unable to load the outcomes of answers.')).toBeDefined()
  })
})
