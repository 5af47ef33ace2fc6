import type { Browser, Frame, Page } from 'playwright/test'
import { startHostSite } from '../host-page.ts'
import { enter, test } from '../own-server.ts'
import { expect, expectAccessible } from '../story.ts'

const question = 'How much magnesium does an adult need, and what helps me sleep?'

// One server for them all, of their own: what is chatted here would change what other stories count.
test.describe.configure({ mode: 'default' })

test('an admin makes a client’s widget from nothing; on another site it answers, and the client finds that chat', async ({
  page,
  browser,
  server,
}) => {
  const site = await startHostSite()
  const name = `Tea house ${Date.now()}`
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server })
  await enter(page.context(), server, 'admin@example.com')
  await page.goto('/admin/configurators')
  await page.getByRole('button', { name: 'New' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByLabel('Client owner').selectOption('client@example.com')
  await page.getByLabel('Allowed origins').fill(site.origin)
  await page.getByRole('button', { name: 'Validate' }).click()
  await expect(page.getByText('Looks good')).toBeVisible()
  await page.getByRole('button', { name: /Theme$/u }).click()
  await page.getByRole('radio', { name: 'Modern' }).check()
  await page.getByRole('button', { name: 'Generate / Save' }).click()
  await expect(page.getByRole('heading', { name: 'Preview URL' })).toBeVisible()
  await expect(page.getByText('Not seen on any site yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy embed snippet' }).click()
  await expect(page.getByText('Copied')).toBeAttached()
  const snippet = await page.evaluate(() => navigator.clipboard.readText())

  await chatOn(browser, site, snippet, name)

  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText(`Seen on ${site.origin}`)).toBeVisible()
  await site.close()

  await enter(page.context(), server, 'client@example.com')
  await page.goto('/client')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('checkbox', { name }).check()
  const total = page.locator('dt', { hasText: 'Total Messages' }).locator('xpath=following-sibling::dd[1]')
  await expect(total).toHaveText(/^2\b/u)
})

for (const [theme, width] of [
  ['light', 390],
  ['dark', 1280],
] as const) {
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: theme })

    test('the editor is gone through by the keyboard, and its preview follows without a reload', async ({
      page,
      server,
    }) => {
      await enter(page.context(), server, 'admin@example.com')
      await page.goto('/admin/configurators')
      await page.getByRole('button', { name: 'Edit Wellness shop' }).focus()
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      const preview = await frameOf(page, 'ultra')
      await expect(preview.getByText('Wellness Assistant')).toBeVisible()
      // Without the disclaimer, which would cover the welcome text and the starter questions that are edited.
      await expect(preview.getByText('How can I help?')).toBeVisible()
      await expect(preview.getByText('Agree and continue')).toHaveCount(0)
      await preview.evaluate(() => Reflect.set(window, 'isSame', true))
      await page.getByLabel('Widget title').focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('Tea house')
      await expect(preview.getByText('Tea house')).toBeVisible()
      await expectAccessible(page)
      // The five numbered steps stand in one row; where that is narrow, the two beside them stand below with their names.
      const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('button')
      const rows = await steps.evaluateAll((all) => {
        const topsOf = (isBeside: boolean) =>
          all
            .filter((one) => one.hasAttribute('data-beside') === isBeside)
            .map((one) => one.getBoundingClientRect().top)
        return [new Set(topsOf(false)).size, new Set(topsOf(true)).size]
      })
      expect(rows).toEqual([1, 1])
      for (const heading of ['Theme', 'Authors and tools', 'Behaviour and model', 'Preview and embed']) {
        await page.getByRole('button', { name: 'Next' }).focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { level: 3, name: heading })).toBeFocused()
        if (heading === 'Theme') {
          await page.getByRole('radio', { name: 'Ultra' }).focus()
          await page.keyboard.press('ArrowDown')
          await expect(preview.locator('[data-look=modern]')).toBeVisible()
          // Measured on the small widgets, once they are there.
          const verdict = /^Least contrast of its texts: .* Enough for WCAG AA \(4\.5:1\)\.$/u
          await expect(page.getByText(verdict)).toHaveCount(4)
        }
        await expectAccessible(page)
      }
      expect(await preview.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true)
      const box = await page.getByTitle('Live preview').boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(640)
    })
  })
}

async function chatOn(
  browser: Browser,
  site: Awaited<ReturnType<typeof startHostSite>>,
  snippet: string,
  title: string,
): Promise<void> {
  site.put('/', { body: `<h1>Tea</h1>${snippet}` })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(site.origin)
  await page.waitForFunction(() => window.OrgChat !== undefined)
  await page.evaluate(() => window.OrgChat?.open())
  const frame = await frameOf(page, 'modern')
  await frame.getByRole('checkbox').check()
  await frame.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(frame.getByText(title)).toBeVisible()
  const box = frame.getByRole('textbox', { name: 'Message' })
  await box.fill(question)
  await box.press('Enter')
  await expect(frame.locator('button[data-refs]').first()).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Stop' })).toBeHidden()
  await context.close()
}

/** The widget's frame in the live preview, or on another site; the small ones of the theme step have a channel of their own. */
async function frameOf(page: Page, theme: string): Promise<Frame> {
  const find = () =>
    page
      .frames()
      .find((frame) => frame.url().includes(`/embed/theme/${theme}`) && !frame.url().includes('draft='))
  await expect.poll(() => find() !== undefined).toBe(true)
  const frame = find()
  if (frame === undefined) throw new Error(`There is no frame of ${theme}.`)
  return frame
}
