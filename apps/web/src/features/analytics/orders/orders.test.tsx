import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failure } from '../../../testing/fake-api.ts'
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
}

function open(answer: () => Response, path = '/client') {
  const server = statsApi('client')
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
  const row = section.getByRole('row', { name: /^Magnesium/u })
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
