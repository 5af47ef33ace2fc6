import type { Page } from 'playwright'
import type { Shot } from './routes.ts'

/** The two dashboards and their states. */
export const analyticsShots: readonly Shot[] = [
  { route: '/dashboard', viewers: ['client', 'admin'], prepare: showCharts },
  { route: '/dashboard', state: 'figures', viewers: ['admin'], prepare: showFigures },
  { route: '/dashboard', state: 'tables', viewers: ['admin'], prepare: showTables },
  { route: '/dashboard', state: 'filtered, compared', viewers: ['admin'], prepare: filterCharts },
  { route: '/dashboard', state: 'empty', viewers: ['admin'], prepare: showEmptyDays, fullPage: true },
  { route: '/dashboard', state: 'orders', viewers: ['admin'], prepare: showOrders },
  { route: '/dashboard', state: 'error', viewers: ['admin'], prepare: failStats },
  { route: '/client', viewers: ['client', 'admin'], prepare: showCharts },
  { route: '/client', state: 'figures', viewers: ['client'], prepare: showFigures },
  { route: '/client', state: 'empty', viewers: ['client'], prepare: showEmptyDays, fullPage: true },
  { route: '/client', state: 'error', viewers: ['client'], prepare: failClientStats },
  { route: '/client', state: 'orders', viewers: ['client'], prepare: showOrders },
  { route: '/client', state: 'orders, error', viewers: ['client'], prepare: failOrders },
  { route: '/client', state: 'none chosen', viewers: ['client'], prepare: chooseNoWidget },
  { route: '/client', state: 'no widgets', viewers: ['client', 'admin'], prepare: showNoWidgets },
  { route: '/client', state: 'no list', viewers: ['client'], prepare: failWidgets },
  { route: '/client', state: 'room, new', viewers: ['client'], prepare: showNewRoom, fullPage: true },
  { route: '/client', state: 'room, full', viewers: ['client'], prepare: showFullRoom, fullPage: true },
  { route: '/client', state: 'look', viewers: ['client'], prepare: editLook },
  { route: '/client', state: 'look, adjusted', viewers: ['client'], prepare: chooseLightAccent },
  { route: '/client', state: 'room, error', viewers: ['client'], prepare: failRoom },
]

async function showCharts(page: Page): Promise<void> {
  // A server on which nobody has asked yet draws none.
  const empty = page.getByText('No product mentions captured.').or(page.getByText('No widgets available.'))
  await page.locator('canvas').or(empty).first().waitFor()
}

async function filterCharts(page: Page): Promise<void> {
  await page.goto(new URL('?country=US&topic=Skin&compare=1', page.url()).href)
  await showCharts(page)
}

async function showEmptyDays(page: Page): Promise<void> {
  await page.goto(new URL('?from=2020-01-01&to=2020-01-30', page.url()).href)
  await page.getByText('No product mentions captured.').waitFor()
}

async function failClientStats(page: Page): Promise<void> {
  await page.route('**/api/client/stats*', (route) => route.fulfill({ status: 422, json: {} }))
  await page.reload()
  await page.getByText('Unable to load analytics for the selected widgets.').waitFor()
}

async function showOrders(page: Page): Promise<void> {
  const euros = (total: number) => [{ currency: 'EUR', decimals: 2, total }]
  await page.route('**/api/client/orders*', (route) =>
    route.fulfill({
      json: {
        window_days: 7,
        clicks: 340,
        orders: 52,
        totals: [...euros(241_890), { currency: 'JPY', decimals: 0, total: 12_400 }],
        products: [
          { name: 'Magnesium citrate, 120 capsules', orders: 31, bought: 18, totals: euros(151_200) },
          { name: 'Chamomile tea, loose', orders: 24, bought: 9, totals: euros(98_450) },
        ],
        latest: [
          {
            id: 'a',
            at: '2026-11-26T10:00:00.000Z',
            value: { currency: 'EUR', decimals: 2, total: 4990 },
            products: ['Magnesium citrate, 120 capsules', 'Chamomile tea, loose'],
          },
          {
            id: 'b',
            at: '2026-11-25T18:20:00.000Z',
            value: { currency: 'JPY', decimals: 0, total: 12_400 },
            products: ['Chamomile tea, loose'],
          },
        ],
      },
    }),
  )
  await page.reload()
  await showCharts(page)
  await page.getByText('Latest orders').click()
  await page.getByRole('heading', { name: 'Orders', exact: true }).scrollIntoViewIfNeeded()
  await page
    .getByRole('row', { name: /^Chamomile/u })
    .first()
    .scrollIntoViewIfNeeded()
  await page.getByRole('list', { name: 'Latest orders' }).scrollIntoViewIfNeeded()
}

async function failOrders(page: Page): Promise<void> {
  await page.route('**/api/client/orders*', (route) => route.fulfill({ status: 422, json: {} }))
  await page.reload()
  await page.getByText('Unable to load the orders.').scrollIntoViewIfNeeded()
}

async function failStats(page: Page): Promise<void> {
  await page.route('**/api/stats/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await page.getByText('stats failed: message-geo').waitFor()
}

async function showFigures(page: Page): Promise<void> {
  await showCharts(page)
  await page.getByRole('heading', { name: 'Top Products' }).scrollIntoViewIfNeeded()
  await page.getByRole('heading', { name: 'Product Series' }).scrollIntoViewIfNeeded()
}

async function showTables(page: Page): Promise<void> {
  await showCharts(page)
  await page.getByRole('button', { name: /^Show as table: Usage/u }).click()
  await page.getByRole('button', { name: 'Show as table: Global Message Distribution' }).click()
}

async function showNoWidgets(page: Page): Promise<void> {
  await page.route('**/api/client/widgets*', (route) => route.fulfill({ json: { widgets: [] } }))
  await page.reload()
  await page.getByText('No widgets available.').waitFor()
}

async function failWidgets(page: Page): Promise<void> {
  await page.route('**/api/client/widgets*', (route) => route.fulfill({ status: 422, json: {} }))
  await page.reload()
  await page.getByText('Unable to load widgets. Please try again.').waitFor()
}

async function chooseNoWidget(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Select at least one widget to explore analytics.').waitFor()
}

async function showNewRoom(page: Page): Promise<void> {
  const checklist = { look: false, content: false, install: false, question: false }
  await page.route('**/api/client/room', (route) => route.fulfill({ json: { widgets: [], checklist } }))
  await page.reload()
  await page.getByRole('heading', { name: 'You have no widget yet' }).waitFor()
  await showCharts(page)
}

async function showFullRoom(page: Page): Promise<void> {
  const at = '2026-11-26T10:00:00.000Z'
  const item = (id: string, question: string | null, outcome: string) => ({
    id,
    at,
    question,
    answer: 'Most adults need 310 to 420 mg of magnesium a day from food and drink together [1].',
    outcome,
    reason: id === 'a' ? 'It did not name a product.' : null,
    widget: 'Wellness shop',
  })
  const items = [
    item('a', 'Do you ship to Malta?', 'uncovered'),
    item(
      'b',
      'Which of your magnesium powders is without sweetener and without anything of soy?',
      'uncovered',
    ),
    item('c', null, 'answered'),
  ]
  await page.route('**/api/client/activity', (route) =>
    route.fulfill({
      json: {
        days: 30,
        uncovered: items,
        ratings: { up: 41, down: 3, newest: items.slice(0, 1) },
        products: [
          { name: 'Calm magnesium', clicks: 18 },
          { name: 'Evening tea with lemon balm, lavender and passion flower', clicks: 1 },
        ],
        conversations: items,
        keeps_text: true,
      },
    }),
  )
  await page.reload()
  await page.getByText('Do you ship to Malta?').first().waitFor()
  await showCharts(page)
}

async function editLook(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Edit look: /u })
    .first()
    .click()
  await page.getByLabel('Accent colour').fill('red')
  await page.getByRole('button', { name: 'Save look' }).click()
  await page.getByText('Enter a colour as #').waitFor()
}

async function chooseLightAccent(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Edit look: /u })
    .first()
    .click()
  await page.getByLabel('Accent colour').fill('#ffcc00')
  await page.getByRole('listitem').filter({ hasText: 'Light: adjusted to' }).waitFor()
}

async function failRoom(page: Page): Promise<void> {
  for (const path of ['room', 'activity']) {
    await page.route(`**/api/client/${path}`, (route) => route.fulfill({ status: 422, json: {} }))
  }
  await page.reload()
  await page.getByText('Your widgets could not be loaded.').waitFor()
}
