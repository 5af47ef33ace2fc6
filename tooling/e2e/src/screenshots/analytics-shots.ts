import type { Page } from 'playwright'
import type { Shot } from './routes.ts'

/** The two dashboards and their states. */
export const analyticsShots: readonly Shot[] = [
  { route: '/dashboard', viewers: ['client', 'admin'], prepare: showCharts },
  { route: '/dashboard', state: 'figures', viewers: ['admin'], prepare: showFigures },
  { route: '/dashboard', state: 'tables', viewers: ['admin'], prepare: showTables },
  { route: '/dashboard', state: 'filtered, compared', viewers: ['admin'], prepare: filterCharts },
  { route: '/dashboard', state: 'empty', viewers: ['admin'], prepare: showEmptyDays, fullPage: true },
  { route: '/dashboard', state: 'error', viewers: ['admin'], prepare: failStats },
  { route: '/client', viewers: ['client', 'admin'], prepare: showCharts },
  { route: '/client', state: 'figures', viewers: ['client'], prepare: showFigures },
  { route: '/client', state: 'empty', viewers: ['client'], prepare: showEmptyDays, fullPage: true },
  { route: '/client', state: 'error', viewers: ['client'], prepare: failClientStats },
  { route: '/client', state: 'none chosen', viewers: ['client'], prepare: chooseNoWidget },
  { route: '/client', state: 'no widgets', viewers: ['client', 'admin'], prepare: showNoWidgets },
  { route: '/client', state: 'no list', viewers: ['client'], prepare: failWidgets },
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
