import { composer, fillLogin, openChat, thread } from '../chat-page.ts'
import { expect, expectAccessible, test } from '../story.ts'

const question = 'How much magnesium does an adult need, and what helps me sleep?'

for (const [theme, viewport] of [
  ['dark', { width: 390, height: 844 }],
  ['light', { width: 1280, height: 800 }],
] as const) {
  test.describe(`${theme}, ${viewport.width} px`, () => {
    test.use({ viewport, colorScheme: theme })

    test('a person signs in, asks, reads the sources, and finds the conversation again', async ({
      page,
      account,
    }) => {
      await test.step('signs in, and comes to the chat', async () => {
        await page.goto('/')
        await expect(page).toHaveURL('/login')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        await expectAccessible(page)
        await fillLogin(page, account)
      })

      await test.step('acknowledges the disclaimer, before which nothing can be typed', async () => {
        await expect(composer(page)).toBeDisabled()
        await page.getByRole('checkbox').check()
        await page.getByRole('button', { name: 'Agree and continue' }).click()
        await expect(composer(page)).toBeEnabled()
        await expectAccessible(page)
      })

      await test.step('asks, and watches the answer arrive', async () => {
        await composer(page).fill(question)
        await composer(page).press('Enter')
        await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
        await expect(thread(page).getByText(question)).toBeVisible()
        await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
        await expect(composer(page)).toHaveValue('')
      })

      const references = thread(page).locator('button[data-refs]')
      await test.step('finds at least three numbered sources and a product', async () => {
        const numbers = new Set(
          (await references.evaluateAll((found) => found.map((button) => button.dataset['refs'] ?? '')))
            .join(',')
            .split(','),
        )
        expect(numbers.size).toBeGreaterThanOrEqual(3)
        await expect(thread(page)).toContainText(/magnesium/iu)
        await expect(thread(page)).toContainText(/sleep/iu)
        await expectAccessible(page)
      })

      await test.step('opens the sources', async () => {
        await references.first().click()
        const dialog = page.getByRole('dialog', { name: 'Sources' })
        await expect(dialog.getByRole('columnheader')).toHaveText(['No.', 'Citation', 'URL'])
        const links = dialog.getByRole('link')
        await expect(links.first()).toHaveAttribute('href', /^https:\/\/[a-z.]+\.gov\//u)
        await expect(links.first()).toHaveAttribute('target', '_blank')
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await expect(references.first()).toBeFocused()
      })

      const pill = thread(page).locator('button.org-product').first()
      await test.step('opens the product', async () => {
        await expect(pill).not.toHaveAttribute('aria-disabled', 'true')
        const name = (await pill.innerText()).trim()
        await pill.click()
        const dialog = page.getByRole('dialog')
        const link = dialog.getByRole('link', { name }).first()
        await expect(link).toHaveAttribute('target', '_blank')
        await expect(dialog).toContainText(/\$\s?\d+\.\d{2}/u)
        const image = dialog.getByRole('img').first()
        await expect(image).toBeVisible()
        await expect
          .poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth))
          .toBeGreaterThan(0)
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(pill).toBeFocused()
      })

      await test.step('reloads, and finds the same conversation with its sources and product', async () => {
        const before = await thread(page).innerText()
        const sources = await references.count()
        await page.reload()
        await expect(thread(page).getByText(question)).toBeVisible()
        await expect(references).toHaveCount(sources)
        await expect(pill).not.toHaveAttribute('aria-disabled', 'true')
        await expect.poll(() => thread(page).innerText()).toBe(before)
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      })
    })
  })
}

test('says that it does not know what is outside its knowledge', async ({ page, account }) => {
  await openChat(page, account)
  await composer(page).fill('Which tax deductions can a small company claim for a car?')
  await composer(page).press('Enter')
  await expect(thread(page)).toContainText(/knowledge base/iu)
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect(thread(page).locator('button[data-refs]')).toHaveCount(0)
})

test('stops an answer on request and keeps what had arrived', async ({ page, account }) => {
  await openChat(page, account)
  await composer(page).fill(question)
  await composer(page).press('Enter')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect(composer(page)).toBeEnabled()
  await page.reload()
  await expect(thread(page).getByText(question)).toBeVisible()
})
