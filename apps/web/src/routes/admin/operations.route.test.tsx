import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createFakeApi, session } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

const rules = { records: null, texts: 30, ratings: null, interactions: null, figures: null }
const effective = { records: 400, texts: 30, ratings: 400, interactions: 400, figures: 3660 }
const retention = {
  limits: effective,
  deployment: { rules, effective },
  clients: [],
  ran_at: '2026-11-21T10:00:00.000Z',
  report: [
    {
      at: '2026-11-21T10:00:00.000Z',
      client: null,
      data_class: 'texts',
      days: 30,
      deleted: 12,
    },
  ],
}

function open() {
  const sent: { path: string; body: unknown }[] = []
  const server = createFakeApi()
  const note = (answer: () => Response) => async (request: Request, url: URL) => {
    sent.push({ path: `${request.method} ${url.pathname}`, body: await request.json().catch(() => null) })
    return answer()
  }
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/clients', () =>
    Response.json({ clients: [{ id: 'c1', email: 'one@example.com' }] }),
  )
  server.on('GET /api/admin/alerts', () =>
    Response.json({
      currency: 'USD',
      next_cursor: null,
      items: [
        {
          id: '7',
          kind: 'gaps',
          at: '2026-11-21T10:00:00.000Z',
          client: 'one@example.com',
          subject: '',
          count: 15,
          total: 30,
          usual: 3,
          mailed: true,
          seen_by: null,
          seen_at: null,
        },
        {
          id: '6',
          kind: 'safety',
          at: '2026-11-20T10:00:00.000Z',
          client: null,
          subject: 'self_harm',
          count: 9,
          total: null,
          usual: 1,
          mailed: false,
          seen_by: 'admin@example.com',
          seen_at: '2026-11-20T11:00:00.000Z',
        },
      ],
    }),
  )
  server.on(
    'POST /api/admin/alerts/7/seen',
    note(() => Response.json({ ok: true })),
  )
  server.on('GET /api/admin/budgets', () =>
    Response.json({
      currency: 'USD',
      month: '2026-11-01',
      items: [
        {
          id: 'b1',
          scope: 'deployment',
          subject_id: null,
          subject: null,
          amount_micros: 10_000_000,
          alert_percent: 80,
          hard_stop: false,
          spent_micros: 8_000_000,
          answers: 10,
          unpriced: 3,
          state: 'alert',
        },
      ],
    }),
  )
  server.on(
    'PUT /api/admin/budgets',
    note(() => Response.json({ ok: true })),
  )
  const prices = {
    currency: 'USD',
    items: [
      { model: 'mystery', input_per_million: null, output_per_million: null, source: 'unknown', answers: 7 },
    ],
  }
  server.on('GET /api/admin/model-prices', () => Response.json(prices))
  server.on(
    'PUT /api/admin/model-prices',
    note(() => Response.json(prices)),
  )
  server.on('GET /api/admin/retention', () => Response.json(retention))
  server.on(
    'PUT /api/admin/retention',
    note(() => Response.json(retention)),
  )
  const weekly = { enabled: true, weekday: 1, hour: 7, next_at: '2026-11-23T07:00:00.000Z' }
  server.on('GET /api/admin/weekly-report', () => Response.json(weekly))
  server.on(
    'PUT /api/admin/weekly-report',
    note(() => Response.json(weekly)),
  )
  renderSite('/admin/operations', server)
  return { user: userEvent.setup(), sent }
}

describe('/admin/operations', () => {
  it('lists alerts with their figures, and marks one as seen', async () => {
    const { user, sent } = open()
    expect(await screen.findByText('15 of 30 answers, usual 3')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Mark as seen' }))
    await expect.poll(() => sent.map(({ path }) => path)).toEqual(['POST /api/admin/alerts/7/seen'])
  })

  it('names the danger of an alert', async () => {
    open()
    expect(await screen.findByText(/ · Self-harm · /u)).toBeDefined()
  })

  it('shows budgets with their progress, and sets one', async () => {
    const { user, sent } = open()
    expect(await screen.findByRole('meter', { name: '$8.00 of $10.00 spent' })).toBeDefined()
    expect(screen.getByText(/3 of 10 answers have an unknown price/u)).toBeDefined()
    const form = within(screen.getByRole('form', { name: 'Set budget' }))
    await user.click(form.getByRole('button', { name: 'Set budget' }))
    expect(form.getByText('Enter an amount greater than 0.')).toBeDefined()
    expect(sent).toEqual([])
    await user.type(form.getByRole('textbox', { name: 'Amount a month (USD)' }), '12.50')
    await user.click(form.getByRole('checkbox', { name: 'Hard stop' }))
    await user.click(form.getByRole('button', { name: 'Set budget' }))
    await expect
      .poll(() => sent)
      .toEqual([
        {
          path: 'PUT /api/admin/budgets',
          body: {
            scope: 'deployment',
            subject_id: null,
            amount_micros: 12_500_000,
            alert_percent: 80,
            hard_stop: true,
          },
        },
      ])
  })

  it('leaves an unknown price empty, and saves both prices of a model or none', async () => {
    const { user, sent } = open()
    const read = await screen.findByRole<HTMLInputElement>('textbox', {
      name: 'Price of a million tokens that mystery reads',
    })
    expect(read.value).toBe('')
    await user.type(read, '2')
    expect(screen.getByText('Enter both prices as numbers from 0, or neither.')).toBeDefined()
    await user.type(
      screen.getByRole('textbox', { name: 'Price of a million tokens that mystery writes' }),
      '8{Enter}',
    )
    await expect
      .poll(() => sent)
      .toEqual([
        {
          path: 'PUT /api/admin/model-prices',
          body: {
            currency: 'USD',
            prices: [{ model: 'mystery', input_per_million: 2, output_per_million: 8 }],
          },
        },
      ])
  })

  it('shows the periods in effect and what was deleted, and saves rules', async () => {
    const { user, sent } = open()
    expect(await screen.findByText(/Texts of visitors, older than 30 days: 12/u)).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: 'Ratings (days)' }), '60{Enter}')
    await expect
      .poll(() => sent)
      .toEqual([
        { path: 'PUT /api/admin/retention', body: { client_id: null, rules: { ...rules, ratings: 60 } } },
      ])
  })

  it('sets the time of weekly emails', async () => {
    const { user, sent } = open()
    const hour = await screen.findByRole('textbox', { name: 'From (UTC hour)' })
    await user.clear(hour)
    await user.type(hour, '24{Enter}')
    expect(screen.getByText('Enter a whole hour from 0 to 23.')).toBeDefined()
    expect(sent).toEqual([])
    await user.clear(hour)
    await user.type(hour, '9{Enter}')
    await expect
      .poll(() => sent)
      .toEqual([{ path: 'PUT /api/admin/weekly-report', body: { enabled: true, weekday: 1, hour: 9 } }])
  })
})
