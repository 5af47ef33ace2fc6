import type { Page } from 'playwright'
import type { Shot } from './routes.ts'

const settingsPath = '**/api/admin/llm-settings'

/** The administration and its states. What is saved is answered here, so that the server stays as it is. */
export const adminShots: readonly Shot[] = [
  { route: '/admin', viewers: ['admin'], prepare: waitForSettings },
  { route: '/admin', state: 'whole', viewers: ['admin'], prepare: waitForSettings, fullPage: true },
  { route: '/admin', state: 'changed', viewers: ['admin'], prepare: changeSettings },
  { route: '/admin', state: 'review', viewers: ['admin'], prepare: reviewSettings },
  { route: '/admin', state: 'refused', viewers: ['admin'], prepare: refuseSettings },
  { route: '/admin', state: 'conflict', viewers: ['admin'], prepare: collide },
  { route: '/admin', state: 'history', viewers: ['admin'], prepare: openHistory },
  { route: '/admin', state: 'restore', viewers: ['admin'], prepare: askToRestore },
  { route: '/admin', state: 'lookup, nothing', viewers: ['admin'], prepare: lookUpNothing },
  { route: '/admin', state: 'lookup, full', viewers: ['admin'], prepare: lookUpMuch },
  { route: '/admin', state: 'entitlements', viewers: ['admin'], prepare: loadEntitlements },
  { route: '/admin/clients', viewers: ['admin'] },
  { route: '/admin/clients', state: 'full', viewers: ['admin'], prepare: showInvitations },
  { route: '/admin', state: 'leave', viewers: ['admin'], prepare: askToLeave },
  { route: '/admin', state: 'error', viewers: ['admin'], prepare: failSettings },
  { route: '/admin/gaps', viewers: ['admin', 'client'] },
  { route: '/admin/safety', viewers: ['admin'] },
  { route: '/admin/safety', state: 'error', viewers: ['admin'], prepare: failSafety },
  { route: '/admin/synonyms', viewers: ['admin'] },
  { route: '/admin/search', viewers: ['admin'] },
  { route: '/admin/search', state: 'full', viewers: ['admin'], prepare: searchSleep },
  { route: '/admin/audit', viewers: ['admin'] },
  { route: '/admin/audit', state: 'full', viewers: ['admin'], prepare: fillAudit },
  { route: '/admin/audit', state: 'error', viewers: ['admin'], prepare: failAudit },
]

const day = '2026-11-20T10:00:00.000Z'

async function failSafety(page: Page): Promise<void> {
  await page.route('**/api/admin/safety**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await page.getByText('Load error').first().waitFor()
}

async function searchSleep(page: Page): Promise<void> {
  await page.getByLabel('Question', { exact: true }).fill('What helps me sleep?')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('heading', { level: 3 }).first().waitFor()
}

async function waitForSettings(page: Page): Promise<void> {
  await page.getByLabel('System prompt', { exact: true }).waitFor()
}

async function changeSettings(page: Page): Promise<void> {
  await waitForSettings(page)
  await page.getByLabel('Model name').fill('gemini-next')
  await page.getByLabel('Parameters JSON schema').fill('{\n  "type": object\n}')
  await page.getByLabel('Query', { exact: true }).fill('How much magnesium does an adult need?')
  await page.getByRole('button', { name: 'Run Decision' }).click()
  await page.getByText('Derived RPC query').waitFor()
}

async function reviewSettings(page: Page): Promise<void> {
  await waitForSettings(page)
  await page.getByLabel('Model name').fill('gemini-next')
  await page.getByLabel('Thinking traces').check()
  await page.getByText('2 unsaved changes').click()
}

async function failSettings(page: Page): Promise<void> {
  await page.route(settingsPath, (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await page.getByText('Load error').waitFor()
}

async function refuseSettings(page: Page): Promise<void> {
  await waitForSettings(page)
  await page.getByLabel('Temperature').fill('7')
  await page.getByRole('button', { name: 'Save All' }).click()
  await page.getByText('Temperature must be from 0 to 2.').last().waitFor()
}

/** Reads the stored settings as the page does. */
async function readSettings(page: Page): Promise<Record<string, unknown>> {
  const answer = await page.request.get('/api/admin/llm-settings')
  const settings: Record<string, unknown> = await answer.json()
  return settings
}

async function collide(page: Page): Promise<void> {
  await waitForSettings(page)
  const stored = await readSettings(page)
  const theirs = {
    ...stored,
    version: 4,
    temperature: 0.2,
    updated_at: '2026-03-01T10:00:00.000Z',
    updated_by: 'other@example.com',
  }
  await page.route(settingsPath, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: theirs })
      : route.fulfill({
          status: 409,
          json: { error: 'Somebody else has saved the settings in the meantime.', code: 'conflict' },
        }),
  )
  await page.getByLabel('Model name').fill('gemini-next')
  await page.getByRole('button', { name: 'Save All' }).click()
  await page.getByRole('button', { name: 'Keep mine' }).waitFor()
}

async function openHistory(page: Page): Promise<void> {
  await waitForSettings(page)
  const { version: _version, updated_at: _at, updated_by: _by, ...settings } = await readSettings(page)
  const saved = { saved_by: 'admin@example.com', restored_from: null, settings }
  const items = [
    { ...saved, version: 3, saved_at: '2026-03-01T10:00:00.000Z', restored_from: 1 },
    {
      ...saved,
      version: 2,
      saved_at: '2026-02-27T16:20:00.000Z',
      settings: { ...settings, temperature: 1.2, gemini_model: 'gemini-next' },
    },
    { ...saved, version: 1, saved_at: '2026-02-27T09:05:00.000Z', saved_by: null },
    { ...saved, version: 0, saved_at: null, saved_by: null },
  ]
  await page.route('**/api/admin/llm-settings/history*', (route) =>
    route.fulfill({ json: { items, next_cursor: null } }),
  )
  await page.getByRole('heading', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Restore the defaults' }).waitFor()
  await page.getByText('Compare with the current version').first().click()
  await page.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded()
}

async function askToRestore(page: Page): Promise<void> {
  await openHistory(page)
  await page.getByRole('button', { name: 'Restore version 2' }).click()
  await page.getByRole('alertdialog').waitFor()
}

const lists = { allowed_tools: [], allowed_authors: [], allowed_models: [], system_prompts: [] }

async function lookUp(page: Page, answer: Record<string, unknown>): Promise<void> {
  await waitForSettings(page)
  await page.route('**/api/admin/entitlements?*', (route) => route.fulfill({ json: answer }))
  const section = page.locator('details', {
    has: page.getByRole('heading', { name: 'Entitlements lookup' }),
  })
  await section.getByLabel('User email').fill('user@example.com')
  await section.getByRole('button', { name: 'Look up' }).click()
  await section.getByText('Recent widget signups').scrollIntoViewIfNeeded()
}

async function lookUpNothing(page: Page): Promise<void> {
  await lookUp(page, { entitlements: lists, signups: [], has_account: false })
}

async function lookUpMuch(page: Page): Promise<void> {
  const signups = Array.from({ length: 20 }, (_, index) => ({
    email: `visitor-${index + 1}@example.com`,
    created_at: `2026-03-01T${String(index).padStart(2, '0')}:15:00.000Z`,
    embed_id: index % 4 === 0 ? null : 'Wellness shop',
  }))
  const entitlements = {
    allowed_tools: ['search_knowledge'],
    allowed_authors: [
      'MedlinePlus',
      'National Institute of Mental Health',
      'NIH Office of Dietary Supplements',
    ],
    allowed_models: ['gemini-next'],
    system_prompts: ['master'],
  }
  await lookUp(page, { entitlements, signups, has_account: true })
}

async function loadEntitlements(page: Page): Promise<void> {
  await waitForSettings(page)
  const entitlements = { ...lists, allowed_authors: ['MedlinePlus', 'No longer offered'] }
  await page.route('**/api/admin/entitlements?*', (route) =>
    route.fulfill({ json: { entitlements, signups: [], has_account: true } }),
  )
  const section = page.locator('details', {
    has: page.getByRole('heading', { name: 'User Entitlements Editor' }),
  })
  await section.getByLabel('User email').fill('user@example.com')
  await section.getByRole('button', { name: 'Load current' }).click()
  await section.getByText('Loaded what user@example.com may use.').scrollIntoViewIfNeeded()
}

async function askToLeave(page: Page): Promise<void> {
  await waitForSettings(page)
  await page.getByLabel('Model name').fill('gemini-next')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('alertdialog').waitFor()
}

async function fillAudit(page: Page): Promise<void> {
  const entry = { at: '2026-03-01T10:00:00.000Z', actor: 'admin@example.com', subject: '', changes: [] }
  const items = [
    {
      ...entry,
      id: '3',
      action: 'update',
      kind: 'configurator',
      subject: 'Sleep clinic',
      changes: [
        { field: 'temperature', before: null, after: 0.2 },
        {
          field: 'allowed_origins',
          before: null,
          after: ['https://sleep-clinic.example', 'https://sleep.example'],
        },
      ],
    },
    {
      ...entry,
      id: '2',
      actor: null,
      action: 'update',
      kind: 'llm_settings',
      changes: [{ field: 'thinking_enabled', before: false, after: true }],
    },
    {
      ...entry,
      id: '1',
      action: 'delete',
      kind: 'entitlements',
      subject: 'somebody.with.a.long.address@example.com',
    },
  ]
  await page.route('**/api/admin/audit*', (route) => route.fulfill({ json: { items, next_cursor: '1' } }))
  await page.reload()
  await page.getByText('2 fields').click()
}

async function failAudit(page: Page): Promise<void> {
  await page.route('**/api/admin/audit*', (route) => route.fulfill({ status: 422, json: {} }))
  await page.reload()
  await page.getByText('Load error').waitFor()
}

async function showInvitations(page: Page): Promise<void> {
  const invitation = (id: string, email: string, status: string) => ({
    id,
    email,
    status,
    sent_at: day,
    expires_at: day,
    sends_left: id === '2' ? 0 : 4,
  })
  await page.route('**/api/admin/invitations', (route) =>
    route.fulfill({
      json: {
        items: [
          invitation('1', 'ada@tea-house.example', 'open'),
          invitation('2', 'a-brand-with-a-long-name@wellness-and-sleep.example', 'expired'),
          invitation('3', 'brand@example.com', 'accepted'),
        ],
      },
    }),
  )
  await page.route('**/api/admin/clients', (route) =>
    route.fulfill({
      json: {
        clients: [
          { id: 'a', email: 'brand@example.com' },
          { id: 'b', email: 'a-brand-with-a-long-name@wellness-and-sleep.example' },
        ],
      },
    }),
  )
  await page.reload()
  const email = page.getByLabel('Email address')
  await email.fill('nobody')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Enter an email address.').waitFor()
}
