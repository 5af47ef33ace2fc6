import type { Page } from 'playwright'
import type { Shot } from './routes.ts'

const question = 'How much magnesium does an adult need, and what helps me sleep?'

/** The chat and its states. */
export const chatShots: readonly Shot[] = [
  { route: '/chat', state: 'disclaimer', viewers: ['visitor', 'user'] },
  { route: '/chat', state: 'empty', viewers: ['visitor', 'user'], prepare: acknowledge },
  { route: '/chat', state: 'answer', viewers: ['visitor', 'user'], prepare: ask },
  { route: '/chat', state: 'answering', viewers: ['user'], prepare: startAnswer },
  { route: '/chat', state: 'stopped', viewers: ['user'], prepare: stopAnswer },
  { route: '/chat', state: 'loading', viewers: ['user'], prepare: holdHistory },
  { route: '/chat', state: 'history failed', viewers: ['user'], prepare: failHistory },
  { route: '/chat', state: 'find', viewers: ['user'], prepare: find },
  { route: '/chat', state: 'export', viewers: ['user'], prepare: openExport },
  { route: '/chat', state: 'edit', viewers: ['user'], prepare: edit },
  { route: '/chat', state: 'rated', viewers: ['user'], prepare: rate },
  { route: '/chat', state: 'sources', viewers: ['user'], prepare: openSources },
  { route: '/chat', state: 'product', viewers: ['user'], prepare: openProduct },
  { route: '/chat', state: 'authors', viewers: ['user'], prepare: openAuthors },
  { route: '/chat', state: 'tools', viewers: ['user'], prepare: openTools },
  { route: '/chat', state: 'error', viewers: ['user'], prepare: failToAsk },
  { route: '/chat', state: 'writing', viewers: ['user'], prepare: write },
  { route: '/chat', state: 'drop', viewers: ['user'], prepare: holdFiles },
  { route: '/chat', state: 'conversations', viewers: ['user', 'visitor'], prepare: openConversations },
  { route: '/chat', state: 'no conversations', viewers: ['user'], prepare: listNone },
  { route: '/chat', state: 'search', viewers: ['user'], prepare: search },
  { route: '/chat', state: 'rename', viewers: ['user'], prepare: rename },
  { route: '/chat', state: 'delete', viewers: ['user'], prepare: askToDelete },
  { route: '/chat', state: 'list failed', viewers: ['user'], prepare: failToList },
  { route: '/chat', state: 'offline', viewers: ['user'], prepare: goOffline },
  { route: '/chat', state: 'needs auth', viewers: ['visitor'], prepare: blockVisitors },
  { route: '/chat', state: 'shortcuts', viewers: ['user'], prepare: openShortcuts },
  { route: '/chat', state: 'missing', viewers: ['user'], prepare: openMissing },
  { route: '/chat', state: 'guest import', viewers: ['user'], prepare: offerImport },
  { route: '/chat', state: 'not covered', viewers: ['visitor'], prepare: askUncovered },
]

async function acknowledge(page: Page): Promise<void> {
  const checkbox = page.getByRole('checkbox')
  const composer = page.getByPlaceholder('Ask something…')
  await composer.waitFor()
  if (await composer.isEnabled()) return
  await checkbox.check()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
}

async function ask(page: Page): Promise<void> {
  await acknowledge(page)
  const composer = page.getByPlaceholder('Ask something…')
  await composer.fill(question)
  await composer.press('Enter')
  await page.getByRole('log').locator('button[data-refs]').first().waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
}

/** Nothing follows this; the page is closed while it waits. */
async function holdForever(): Promise<void> {
  await new Promise<never>(() => undefined)
}

async function startAnswer(page: Page): Promise<void> {
  await acknowledge(page)
  await page.route('**/api/chat', holdForever)
  const composer = page.getByPlaceholder('Ask something…')
  await composer.fill(question)
  await composer.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).waitFor()
}

async function stopAnswer(page: Page): Promise<void> {
  await startAnswer(page)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('You stopped this answer.').first().waitFor()
}

async function holdHistory(page: Page): Promise<void> {
  await ask(page)
  await page.route('**/api/conversations/*/messages*', holdForever)
  await page.reload()
  await page.getByText('Loading').first().waitFor()
}

async function failHistory(page: Page): Promise<void> {
  await ask(page)
  await page.route('**/api/conversations/*/messages*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await page.getByText('This conversation could not be loaded.').waitFor()
}

async function find(page: Page): Promise<void> {
  await ask(page)
  await page.getByRole('button', { name: 'Find in this conversation' }).click()
  await page.keyboard.type('magnesium')
  await page.getByText(/^\d+ (?:of|\/) \d+$/u).waitFor()
}

async function openExport(page: Page): Promise<void> {
  await ask(page)
  await page.getByRole('button', { name: 'Export this conversation' }).click()
  await page.getByRole('menuitem').first().waitFor()
}

async function edit(page: Page): Promise<void> {
  await ask(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
}

async function rate(page: Page): Promise<void> {
  await ask(page)
  await page.getByRole('button', { name: 'Bad answer' }).last().click()
}

async function openTools(page: Page): Promise<void> {
  await acknowledge(page)
  await page.getByRole('button', { name: /Tools/u }).click()
}

async function listNone(page: Page): Promise<void> {
  await page.route('**/api/conversations?*', (route) =>
    route.fulfill({ json: { items: [], next_cursor: null } }),
  )
  await page.reload()
  await acknowledge(page)
  await openList(page)
}

async function openSources(page: Page): Promise<void> {
  await ask(page)
  await page.getByRole('log').locator('button[data-refs]').first().click()
  await page.getByRole('dialog', { name: 'Sources' }).waitFor()
}

async function openProduct(page: Page): Promise<void> {
  await ask(page)
  await page.getByRole('log').locator('button.org-product').first().click()
  await page.getByRole('dialog').getByRole('img').first().waitFor()
}

async function openAuthors(page: Page): Promise<void> {
  await acknowledge(page)
  await page.getByRole('button', { name: /Authors/u }).click()
}

async function failToAsk(page: Page): Promise<void> {
  await acknowledge(page)
  await page.route('**/api/chat', (route) =>
    route.fulfill({ status: 503, json: { error: 'The assistant is busy. Try again in a minute.' } }),
  )
  const composer = page.getByPlaceholder('Ask something…')
  await composer.fill(question)
  await composer.press('Enter')
  await page
    .getByText(/busy|503/u)
    .first()
    .waitFor()
}

async function write(page: Page): Promise<void> {
  await acknowledge(page)
  const image = await page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 90 } })
  await page.locator('input[type="file"]').setInputFiles([
    { name: 'label.png', mimeType: 'image/png', buffer: image },
    { name: 'shelf.png', mimeType: 'image/png', buffer: image },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') },
  ])
  await page.getByRole('button', { name: 'Remove shelf.png' }).waitFor()
  await page
    .getByPlaceholder('Ask something…')
    .fill('Which of these two has more magnesium?\nAnd which is easier on the stomach?')
}

async function holdFiles(page: Page): Promise<void> {
  await acknowledge(page)
  await page.getByRole('log').evaluate((log) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'label.png', { type: 'image/png' }))
    log.dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer }))
  })
}

async function openConversations(page: Page): Promise<void> {
  await ask(page)
  await openList(page)
}

async function openList(page: Page): Promise<void> {
  const list = page.getByRole('navigation', { name: 'Conversations' })
  if (await list.getByRole('searchbox').isHidden()) await list.getByRole('button').first().click()
}

async function search(page: Page): Promise<void> {
  await openConversations(page)
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('nothing like it')
  await page
    .getByText(/^No matches for/u)
    .filter({ visible: true })
    .waitFor()
}

async function rename(page: Page): Promise<void> {
  await openConversations(page)
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().hover()
  await page
    .getByRole('button', { name: /^Rename/u })
    .first()
    .click()
}

async function askToDelete(page: Page): Promise<void> {
  await openConversations(page)
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().hover()
  await page
    .getByRole('button', { name: /^Delete/u })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
}

async function failToList(page: Page): Promise<void> {
  await acknowledge(page)
  await page.route('**/api/conversations?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await page.getByText('Your conversations could not be loaded.').first().waitFor({ state: 'attached' })
  await openList(page)
}

async function goOffline(page: Page): Promise<void> {
  await ask(page)
  await page.context().setOffline(true)
  await page.getByText('You are offline.', { exact: false }).waitFor()
}

async function blockVisitors(page: Page): Promise<void> {
  await page.route('**/api/chat/anon-status*', (route) => route.fulfill({ json: { blocked: true } }))
  await page.reload()
  await acknowledge(page)
  const composer = page.getByPlaceholder('Ask something…')
  await composer.fill(question)
  await composer.press('Enter')
  await page.getByText('Your question is kept', { exact: false }).waitFor()
}

async function openShortcuts(page: Page): Promise<void> {
  await acknowledge(page)
  await page.getByRole('log').focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
}

async function openMissing(page: Page): Promise<void> {
  await acknowledge(page)
  await page.goto('/chat?c=01900000-0000-7000-8000-000000000000')
  await page.getByText('does not exist any more', { exact: false }).waitFor()
}

async function askUncovered(page: Page): Promise<void> {
  await acknowledge(page)
  const composer = page.getByPlaceholder('Ask something…')
  await composer.fill('Do you ship to Malta?')
  await composer.press('Enter')
  await page.getByRole('note').waitFor()
}

async function offerImport(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.reload()
  await ask(page)
  await page.context().addCookies(cookies)
  await page.reload()
  await page.getByRole('button', { name: 'Bring along' }).waitFor()
}
