import type { KeyUse, Outcome, Place } from '@org/config/story'
import { expect, type Locator, type Page } from 'playwright/test'

type Role = Parameters<Page['getByRole']>[0]

/** Puts the focus where a key is used, presses it, and looks whether it did what it is said to do. */
export async function tryKeys(page: Page, { on, typed, keys, expect: outcomes }: KeyUse): Promise<void> {
  await at(page, on).focus()
  if (typed !== undefined) await page.keyboard.type(typed)
  for (const key of keys) await page.keyboard.press(key)
  for (const outcome of outcomes) await expectOutcome(page, outcome)
}

function at(page: Page, [role, name]: Place): Locator {
  return page.getByRole(role as Role, { name, exact: true })
}

async function expectOutcome(page: Page, outcome: Outcome): Promise<void> {
  if ('focus' in outcome) await expect(at(page, outcome.focus)).toBeFocused()
  if ('shown' in outcome) await expect(at(page, outcome.shown)).toBeVisible()
  if ('gone' in outcome) await expect(at(page, outcome.gone)).toBeHidden()
  if ('checked' in outcome) await expect(at(page, outcome.checked)).toBeChecked()
  if ('unchecked' in outcome) await expect(at(page, outcome.unchecked)).not.toBeChecked()
  if ('said' in outcome) {
    const speaking = page.getByRole('status').or(page.getByRole('alert'))
    await expect(speaking.filter({ hasText: outcome.said })).toHaveCount(1)
  }
  if ('value' in outcome) {
    const isSlider = outcome.value[0] === 'slider'
    if (isSlider) await expect(at(page, outcome.value)).toHaveAttribute('aria-valuetext', outcome.is)
    else await expect(at(page, outcome.value)).toHaveValue(outcome.is)
  }
  if ('called' in outcome) {
    const { called: name, with: args } = outcome
    const call = args === undefined ? { name } : { name, args: JSON.stringify(args) }
    await expect
      .poll(() => page.evaluate(() => window.shownStory.calls))
      .toContainEqual(expect.objectContaining(call))
  }
}
