import type { Locator, Page } from 'playwright/test'
import { type Account, expect } from './story.ts'

/** The input of the chat. */
export function composer(page: Page): Locator {
  return page.getByPlaceholder('Ask something…')
}

/** The messages of the conversation on screen. */
export function thread(page: Page): Locator {
  return page.getByRole('log')
}

/** The answers of the conversation on screen. */
export function answers(page: Page): Locator {
  return thread(page).getByRole('article', { name: 'Assistant' })
}

/** The list of conversations. */
export function sidebar(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Conversations' })
}

/** The control that shows while an answer is arriving. */
export function stopButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Stop' })
}

/** Has the disclaimer acknowledged before the page is opened. */
export async function acknowledged(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (localStorage.getItem('disclaimer') === null) localStorage.setItem('disclaimer', '2025-09-15')
  })
}

/** Takes up the session of an account, with the disclaimer acknowledged, before a page is opened. */
export async function signIn(page: Page, { session }: Account): Promise<void> {
  await page.context().addCookies(session)
  await acknowledged(page)
}

/** Opens the chat of an account, and waits until a question can be written. */
export async function openChat(page: Page, account: Account): Promise<void> {
  await signIn(page, account)
  await page.goto('/chat')
  await expect(composer(page)).toBeEnabled()
}

/** Fills in the form of the login page and sends it. */
export async function fillLogin(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/chat/u)
}

/** Asks a question by the keyboard. */
export async function ask(page: Page, question: string): Promise<void> {
  await composer(page).fill(question)
  await composer(page).press('Enter')
  await expect(thread(page).getByText(question)).toBeVisible()
}

/** A PNG of one colour, of that many pixels a side, drawn by the browser. */
export async function drawImage(page: Page, side: number): Promise<Buffer> {
  const address = await page.evaluate((pixels) => {
    const canvas = document.createElement('canvas')
    canvas.width = pixels
    canvas.height = pixels
    const context = canvas.getContext('2d')
    if (context !== null) {
      context.fillStyle = 'teal'
      context.fillRect(0, 0, pixels, pixels)
    }
    return canvas.toDataURL('image/png')
  }, side)
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}
