import { test } from '../catalogue/catalogue.ts'
import { expect } from '../story.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`${colorScheme}, ${width} px`, async ({ catalogue: { page, stories, show } }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 844 })
      for (const story of stories) {
        await show(story)
        await expect
          .soft(page)
          .toHaveScreenshot(`${story.id}-${colorScheme}-${width}.png`, { timeout: 30_000 })
      }
    })
  }
}
