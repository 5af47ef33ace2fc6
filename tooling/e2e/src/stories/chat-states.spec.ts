import { ask, composer, drawImage, sidebar, stopButton } from '../chat-page.ts'
import { expect, expectAccessible, test } from '../story.ts'

for (const width of [390, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, reducedMotion: 'reduce' })

    test('every state of the chat is accessible in either theme', async ({ page, account, forgiven }) => {
      test.slow()
      // The browser itself writes into its console what could not be had.
      forgiven.push(/status of (?:400|503)/u, /^503/u, /ERR_INTERNET_DISCONNECTED/u)
      await test.step('disclaimer', async () => {
        await page.context().addCookies(account.session)
        await page.goto('/chat')
        await expect(composer(page)).toBeDisabled()
        await expectAccessible(page)
        await page.getByRole('checkbox').check()
        await page.getByRole('button', { name: 'Agree and continue' }).click()
      })

      await test.step('writing, with an image that is refused and one that is not, near the limit', async () => {
        const png = await drawImage(page, 64)
        await page.locator('input[type="file"]').setInputFiles([
          { name: 'label.png', mimeType: 'image/png', buffer: png },
          { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('text') },
        ])
        await expect(page.getByText('notes.png is not', { exact: false })).toBeVisible()
        await composer(page).fill('x'.repeat(31_000))
        await expect(page.getByText('1,000 characters left')).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Remove label.png' }).click()
        await composer(page).fill('')
      })

      await test.step('picker', async () => {
        await page.getByRole('button', { name: /^Tools/u }).click()
        const picker = page.getByRole('dialog', { name: 'Tools' })
        await picker.getByRole('button', { name: 'Select All' }).click()
        await expectAccessible(page)
        await picker.getByRole('searchbox').fill('nothing like it')
        await expect(picker.getByText('No matches')).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
      })

      await test.step('error', async () => {
        await page.route('**/api/chat', (route) => route.fulfill({ status: 503, json: { error: 'Busy.' } }))
        await ask(page, 'What helps me sleep?')
        await expect(page.getByText('Chat failed: 503')).toBeVisible()
        await expectAccessible(page)
        await page.unroute('**/api/chat')
        await page.getByRole('button', { name: 'Try again' }).click()
        await expect(stopButton(page)).toBeVisible()
        await expect(stopButton(page)).toBeHidden()
      })

      await test.step('offline', async () => {
        await page.context().setOffline(true)
        await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
        await expectAccessible(page)
        await page.context().setOffline(false)
      })

      await test.step('list: renaming, deleting, searching', async () => {
        const openList = async () => {
          if (width <= 900) await sidebar(page).getByRole('button').first().click()
        }
        await openList()
        await sidebar(page).getByRole('link').first().hover()
        await sidebar(page)
          .getByRole('button', { name: /^Rename/u })
          .first()
          .click()
        await expectAccessible(page)
        await sidebar(page).getByRole('button', { name: 'Cancel' }).click()
        await sidebar(page)
          .getByRole('button', { name: /^Delete/u })
          .first()
          .click()
        const question = page.getByRole('alertdialog', { name: 'Delete this conversation?' })
        await expect(question).toBeVisible()
        await expectAccessible(page)
        await question.getByRole('button', { name: 'Cancel' }).click()
        await sidebar(page).getByRole('searchbox').fill('nothing like it')
        await expect(sidebar(page).getByText('No matches for “nothing like it”')).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
      })

      await test.step('shortcuts', async () => {
        await page.getByRole('heading', { level: 1 }).focus()
        await page.evaluate(() => {
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        })
        await page.keyboard.press('?')
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
      })

      await test.step('a list that could not be loaded', async () => {
        await page.route('**/api/conversations?*', (route) => route.fulfill({ status: 400, json: {} }))
        await page.reload()
        await expect(
          width <= 900
            ? sidebar(page).getByRole('button', { name: /could not be loaded/u })
            : sidebar(page).getByRole('alert'),
        ).toBeVisible()
        await expectAccessible(page)
      })
    })
  })
}
