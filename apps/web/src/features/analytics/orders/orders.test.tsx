import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Answer, failure } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { noOrders, statsApi } from '../../../testing/stats-api.ts'

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

const euros = { currency: 'EUR', decimals: 2, total: 4990 }
const orders = {
  window_days: 7,
  clicks: 340,
  orders: 12,
  totals: [euros, { currency: 'JPY', decimals: 0, total: 1200 }],
  products: [{ name: 'Magnesium', orders: 9, bought: 4, totals: [euros] }],
  latest: [
    { id: 'o1', at: '2026-11-20T10:00:00.000Z', value: euros, products: ['Magnesium', 'Zinc'] },
    {
      id: 'o2',
      at: '2026-11-19T10:00:00.000Z',
      value: { currency: 'JPY', decimals: 0, total: 1200 },
      products: ['Zinc'],
    },
  ],
}

function open(answer: Answer, path = '/client', role: 'admin' | 'client' = 'client') {
  const server = statsApi(role)
  server.on('GET /api/client/orders', answer)
  renderSite(path, server)
  return server
}

it('shows orders beside the clicks that they are a part of, and their value by currency and product', async () => {
  open(() => Response.json(orders))
  const section = within(await screen.findByRole('region', { name: 'Orders' }))
  expect(await section.findByText('340 product clicks in the same period')).toBeTruthy()
  expect(section.getByText(/^Orders that a visitor placed within 7 days/u)).toBeTruthy()
  expect(section.getByText('€49.90, ¥1,200')).toBeTruthy()
  const table = within(section.getByRole('table', { name: /^Orders by clicked product/u }))
  const row = table.getByRole('row', { name: /^Magnesium/u })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['9', '4 of 9', '€49.90'])
})

it('has no table without an order', async () => {
  open(() => Response.json(noOrders))
  const section = within(await screen.findByRole('region', { name: 'Orders' }))
  expect(await section.findByText('No orders in this selection.')).toBeTruthy()
  expect(section.queryByRole('table')).toBeNull()
})

it('has a note on active filters, which do not apply to orders, and on the origin of the reports', async () => {
  open(() => Response.json(orders), '/client?country=US')
  expect(await screen.findByText(/can block or invent them.*Filters do not apply to orders\./u)).toBeDefined()
})

it('is read again with the other figures', async () => {
  const server = open(() => Response.json(noOrders))
  await screen.findByText('No orders in this selection.')
  server.on('GET /api/client/orders', () => Response.json(orders))
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('340 product clicks in the same period')).toBeDefined()
})

it('offers another try where the orders cannot be loaded', async () => {
  let answer = () => failure(422, 'Broken')
  open(() => answer())
  const alert = await screen.findByText('Unable to load the orders.')
  answer = () => Response.json(orders)
  const section = within(screen.getByRole('region', { name: 'Orders' }))
  expect(section.getByText('Unable to load the orders.')).toBe(alert)
  await userEvent.click(section.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('340 product clicks in the same period')).toBeTruthy()
})

it('are on the dashboard of an administrator, for all widgets', async () => {
  const asked: string[][] = []
  const answer: Answer = (_request, { searchParams }) => {
    asked.push([...searchParams.keys()])
    return Response.json(orders)
  }
  open(answer, '/dashboard', 'admin')
  expect(await screen.findByText('340 product clicks in the same period')).toBeDefined()
  expect(asked).toEqual([['from', 'to']])
})

it.each(['/client', '/dashboard'])('are part of the file of %s', async (path) => {
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
  open(() => Response.json(orders), path, 'admin')
  await screen.findByText('340 product clicks in the same period')
  await userEvent.click(screen.getByRole('button', { name: 'Save all as CSV' }))
  expect(await saved[0]?.text()).toContain(
    [
      'Orders',
      'Figure,Count',
      'Orders after a click,12',
      'Product clicks,340',
      'Value of the orders (EUR),49.9',
      'Value of the orders (JPY),1200',
      '',
      'Orders by clicked product',
      'Product,Orders,With the product itself,Value of the orders (EUR),Value of the orders (JPY)',
      'Magnesium,9,4,49.9,0',
    ].join('\r\n'),
  )
})

it('removes an order after a question, and moves the focus to the heading', async () => {
  let left = orders
  const server = open(() => Response.json(left))
  server.on('DELETE /api/client/orders/o2', () => {
    left = { ...orders, orders: 11, latest: orders.latest.slice(0, 1) }
    return new Response(null, { status: 204 })
  })
  const user = userEvent.setup()
  await user.click(await screen.findByText('Latest orders'))
  expect(screen.getByText(/The latest 2 of 12 orders/u)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^Remove the order of ¥1,200 from / }))
  const question = within(screen.getByRole('alertdialog', { name: 'Remove this order?' }))
  await user.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('The order was removed.')).toBeDefined()
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: /^Remove the order of ¥1,200/u })).toBeNull()
  })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Orders' }))
})

it('keeps an order whose removal failed, with an error', async () => {
  const server = open(() => Response.json(orders))
  server.on('DELETE /api/client/orders/o1', () => failure(500, 'Broken'))
  const user = userEvent.setup()
  await user.click(await screen.findByText('Latest orders'))
  await user.click(screen.getByRole('button', { name: /^Remove the order of €49\.90 from / }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Unable to remove the order. Please try again.')).toBeDefined()
  expect(screen.getByRole('button', { name: /^Remove the order of €49\.90/u })).toBeDefined()
})
