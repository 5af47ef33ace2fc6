import type { Page } from 'playwright'
import type { Shot } from './routes.ts'

/** The configurator editor and its states. */
export const configuratorShots: readonly Shot[] = [
  { route: '/admin/configurators', viewers: ['admin'] },
  { route: '/admin/configurators', state: 'new', viewers: ['admin'], prepare: beginWidget, fullPage: true },
  { route: '/admin/configurators', state: 'basics', viewers: ['admin'], prepare: editWidget },
  { route: '/admin/configurators', state: 'themes', viewers: ['admin'], prepare: showThemes },
  {
    route: '/admin/configurators',
    state: 'appearance',
    viewers: ['admin'],
    prepare: showAppearance,
    fullPage: true,
  },
  { route: '/admin/configurators', state: 'lists', viewers: ['admin'], prepare: showLists },
  { route: '/admin/configurators', state: 'behaviour', viewers: ['admin'], prepare: showBehaviour },
  { route: '/admin/configurators', state: 'embed', viewers: ['admin'], prepare: showEmbed },
  { route: '/admin/configurators', state: 'history', viewers: ['admin'], prepare: openHistory },
  { route: '/admin/configurators', state: 'conflict', viewers: ['admin'], prepare: collide },
  { route: '/admin/configurators', state: 'delete', viewers: ['admin'], prepare: askToDelete },
  { route: '/admin/configurators', state: 'leave', viewers: ['admin'], prepare: askToLeave },
  { route: '/admin/configurators', state: 'no match', viewers: ['admin'], prepare: findNothing },
  { route: '/admin/configurators', state: 'none', viewers: ['admin'], prepare: showNoWidgets },
  { route: '/admin/configurators', state: 'error', viewers: ['admin'], prepare: failWidgets },
]

async function beginWidget(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New' }).click()
  await page.getByLabel('Allowed origins').fill('https://shop.example\nshop.example')
  await page.getByRole('button', { name: 'Validate' }).click()
  await page.getByText('Invalid: shop.example').waitFor()
}

async function showAppearance(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Wellness shop' }).click()
  await page.getByRole('button', { name: 'Appearance', exact: true }).click()
  await page.getByLabel('Accent colour', { exact: true }).fill('#ffcc00')
  await page.getByLabel('Starter questions').fill('What helps me sleep?\nWhich tea is gentle?')
  await page.getByLabel('Label').fill('Ask us')
  await page.getByText('Light: adjusted to').waitFor()
}

async function showLists(page: Page): Promise<void> {
  await editWidget(page)
  await page.getByRole('button', { name: '3. Authors and tools' }).click()
  await page.getByRole('button', { name: 'Authors' }).last().click()
  await page.getByRole('navigation', { name: 'Steps' }).scrollIntoViewIfNeeded()
}

async function showBehaviour(page: Page): Promise<void> {
  await editWidget(page)
  await page.getByRole('button', { name: '4. Behaviour and model' }).click()
  await page.getByLabel('Temperature').fill('3')
  await page.getByRole('navigation', { name: 'Steps' }).scrollIntoViewIfNeeded()
}

async function openHistory(page: Page): Promise<void> {
  const answer = await page.request.get('/api/admin/configurators')
  const { items }: { items: Record<string, unknown>[] } = await answer.json()
  const configurator = items.find(({ name }) => name === 'Sleep clinic')
  const versions = [
    { version: 2, saved_at: '2026-03-01T10:00:00.000Z', saved_by: 'admin@example.com', configurator },
    {
      version: 1,
      saved_at: '2026-02-27T09:05:00.000Z',
      saved_by: null,
      configurator: { ...configurator, temperature: null, compose_placeholder: 'Ask us' },
    },
  ]
  await page.route('**/api/admin/configurators/*/history', (route) =>
    route.fulfill({ json: { items: versions } }),
  )
  await page.getByRole('button', { name: 'Edit Sleep clinic' }).click()
  await page.getByRole('button', { name: 'Show history' }).click()
  await page.getByText('Version 1').first().waitFor()
  await page.getByRole('button', { name: 'Hide history' }).scrollIntoViewIfNeeded()
}

async function collide(page: Page): Promise<void> {
  await page.route('**/api/admin/configurators', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: { error: 'Somebody else has saved it.', code: 'conflict' } })
      : route.fallback(),
  )
  await editWidget(page)
  await page.getByRole('button', { name: 'Generate / Save' }).click()
  await page.getByRole('button', { name: 'Save mine' }).waitFor()
}

async function askToDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Sleep clinic' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').waitFor()
}

async function askToLeave(page: Page): Promise<void> {
  await editWidget(page)
  await page.getByRole('button', { name: 'Edit Wellness shop' }).click()
  await page.getByRole('alertdialog').waitFor()
}

async function findNothing(page: Page): Promise<void> {
  await page.getByLabel('Search by name, id or client').fill('Nobody has this name')
  await page.getByText('No widget matches.').waitFor()
}

async function editWidget(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Sleep clinic' }).click()
  await page.getByLabel('Widget title').fill('Sleep well')
  await page.getByText('1 unsaved change').click()
  await page.getByRole('heading', { level: 2, name: 'Sleep clinic' }).scrollIntoViewIfNeeded()
}

async function showThemes(page: Page): Promise<void> {
  await editWidget(page)
  await page.getByRole('button', { name: '2. Theme' }).click()
  await page.waitForLoadState('networkidle')
  await page.getByRole('navigation', { name: 'Steps' }).scrollIntoViewIfNeeded()
}

async function showEmbed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Wellness shop' }).click()
  await page.getByRole('button', { name: '5. Preview and embed' }).click()
  await page
    .getByText(/^(?:Not seen|Seen) on/u)
    .first()
    .waitFor()
  await showPreview(page)
  await page.getByRole('heading', { name: 'Preview URL' }).scrollIntoViewIfNeeded()
}

// The loader waits for an idle moment, which a busy machine has late.
async function showPreview(page: Page): Promise<void> {
  const isPreview = (url: string) => url.includes('/embed/theme/') && !url.includes('draft=')
  const arrived = page.frames().find((frame) => isPreview(frame.url()))
  const frame =
    arrived ?? (await page.waitForEvent('framenavigated', { predicate: (next) => isPreview(next.url()) }))
  await frame.getByText('Before you start').waitFor()
}

async function showNoWidgets(page: Page): Promise<void> {
  await page.route('**/api/admin/configurators', (route) => route.fulfill({ json: { items: [] } }))
  await page.reload()
  await page.getByText('No widgets yet.').waitFor()
}

async function failWidgets(page: Page): Promise<void> {
  await page.route('**/api/admin/configurators', (route) =>
    route.fulfill({ status: 500, json: { error: 'Broken' } }),
  )
  await page.reload()
  await page.getByText('Load error').waitFor()
}
