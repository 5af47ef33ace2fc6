import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../story.ts'

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme, viewport: { width: theme === 'light' ? 1280 : 390, height: 800 } })

    test('an admin tries a draft, limits a person, and finds both in the log', async ({
      page,
      baseURL,
      account,
    }) => {
      await enter(page, baseURL, { email: 'admin@example.com', password: 'demonstration-only' })
      await page.goto('/admin')
      await page.getByLabel('System prompt', { exact: true }).fill(`Be kind to ${randomUUID()}.`)
      await expect(page.getByText('1 unsaved change')).toBeVisible()

      const schema = page.getByLabel('Parameters JSON schema')
      const stored = await schema.inputValue()
      await schema.fill('{"type": object}')
      await expect(page.getByText(/^Invalid Parameters JSON Schema: /u)).toBeVisible()
      await page.getByRole('button', { name: 'Go to the error' }).click()
      await expect(schema).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('{')
      await page.keyboard.press('Enter')
      await page.keyboard.type('"type": "object"')
      await expect(schema).toHaveValue('{\n  "type": "object"')
      await page.keyboard.press('ControlOrMeta+z')
      await expect(schema).not.toHaveValue('{\n  "type": "object"')
      await schema.fill(stored)

      await page.getByLabel('Query', { exact: true }).fill('How much magnesium does an adult need?')
      await page.getByLabel('Use the unsaved settings').check()
      await page.getByRole('button', { name: 'Run Decision' }).click()
      await expect(page.getByText('Derived RPC query')).toBeVisible()

      const editor = page.locator('details', {
        has: page.getByRole('heading', { name: 'User Entitlements Editor' }),
      })
      await editor.getByLabel('User email').fill(account.email)
      await editor.getByLabel('Search authors').fill('Heart')
      await editor.getByLabel('Select All authors').check()
      await editor.getByRole('button', { name: 'Save (Replace)' }).click()
      await expect(editor.getByText('Saved.')).toBeVisible()
      await expectAccessible(page)

      // The prompt is not saved: other tests are answered by the stored one.
      await page.getByRole('link', { name: 'Audit log' }).click()
      await page.getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await page.getByRole('link', { name: 'Audit log' }).click()
      const entry = page
        .getByRole('listitem')
        .filter({ hasText: account.email })
        .filter({ hasText: 'Entitlements changed' })
      await expect(entry).toContainText('admin@example.com')
      await entry.getByText('1 field').click()
      await expect(entry).toContainText('Allowed authors')
      await expectAccessible(page)

      await page.context().addCookies(account.session)
      const authors = await page.request.get('/api/authors')
      const names: unknown = await authors.json()
      expect(JSON.stringify(names)).toMatch(/^\{"authors":\[\{"name":"[^"]*Heart[^"]*","count":\d+\}\]\}$/u)
      await page.goto('/admin')
      await expect(page).toHaveURL(/\/login/u)
    })
  })
}

async function enter(
  page: Page,
  baseURL: string | undefined,
  data: { email: string; password: string },
): Promise<void> {
  const origin = new URL(baseURL ?? '').origin
  const answer = await page.request.post('/api/login', { data, headers: { origin } })
  expect(answer.status()).toBe(200)
}
