import { expect, expectAccessible } from '../story.ts'
import { accept, ask, cfg, frameOf, test } from '../widget-story.ts'

/** Specification 2, section 9: how large a theme is where there is room for it. */
const themes = [
  { theme: 'ultra', width: 520, height: 560 },
  { theme: 'modern', width: 600, height: 560 },
  { theme: 'ivory', width: 600, height: 640 },
  { theme: 'aurora', width: 580, height: 640 },
]
const phone = { width: 390, height: 844 }
const low = { width: 900, height: 500 }
const large = { width: 1440, height: 900 }

for (const { theme, width, height } of themes) {
  test(`${theme} is as large as it says, in windows of every size, at the bottom and at the top`, async ({
    page,
    site,
    tag,
  }) => {
    for (const [position, margins, viewports] of [
      ['bottom-right', 44, [phone, low, large]],
      ['top-left', 96, [large, low, phone]],
    ] as const) {
      // The first is the one it starts in.
      await page.setViewportSize(viewports[0])
      site.put(`/${position}`, {
        head: `<script>
          addEventListener('message', ({ data }) => { if (data.type === 'scale') window.scale = data.scale })
        </script>`,
        body: tag(
          `data-open="true" data-require-disclaimer="false" data-theme="${theme}" data-position="${position}" data-mobile="scale"`,
        ),
      })
      await page.goto(`${site.origin}/${position}`)
      const frame = await frameOf(page, theme)
      await expect(frame.getByRole('textbox', { name: 'Message' })).toBeEnabled()
      for (const viewport of viewports) {
        await test.step(`${position} at ${viewport.width} × ${viewport.height}`, async () => {
          await page.setViewportSize(viewport)
          const scale = Math.min(1, (viewport.width - 40) / width, (viewport.height - margins) / height)
          await expect(async () => {
            expect(await page.evaluate(() => Reflect.get(window, 'scale'))).toBeCloseTo(scale, 4)
            const seen = await (await frame.frameElement()).boundingBox()
            expect(seen?.width).toBeCloseTo(width * scale, 0)
            expect(seen?.height).toBeCloseTo(height * scale, 0)
            const card = await frame.locator('main').boundingBox()
            expect(card?.width).toBeCloseTo(width * scale, 0)
            expect(card?.height).toBeCloseTo(height * scale, 0)
            const left = seen?.x ?? Number.NaN
            const edge = position === 'top-left' ? left : viewport.width - left - (seen?.width ?? 0)
            expect(edge).toBeCloseTo(24, 0)
          }).toPass({ timeout: 30_000 })
        })
      }
    }
  })

  test(`${theme} is accessible in light and dark`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`/embed/theme/${theme}?cfg=${cfg}&open=1`)
    const frame = page.mainFrame()
    await accept(frame)
    await ask(frame)
    await expectAccessible(page)
    await frame.getByRole('button', { name: 'Sign in / Sign up' }).click()
    await expect(frame.getByLabel('Email')).toBeFocused()
    await expectAccessible(page)
  })
}
