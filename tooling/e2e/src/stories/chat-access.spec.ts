import { acknowledged, ask, composer, fillLogin, sidebar, stopButton, thread } from '../chat-page.ts'
import { expect, refusals, test } from '../story.ts'

const question = 'How much magnesium does an adult need, and what helps me sleep?'

test('guest: what was asked before the sign-in can be brought along', async ({ page, account, forgiven }) => {
  forgiven.push(refusals)
  await acknowledged(page)
  await page.goto('/chat')
  await ask(page, question)
  await expect(stopButton(page)).toBeVisible()
  await expect(stopButton(page)).toBeHidden()
  await sidebar(page).getByRole('link', { name: 'Login' }).click()
  await fillLogin(page, account)
  await expect(page.getByText('Bring that conversation into your account?', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Bring along' }).click()
  const row = sidebar(page).getByRole('link', { name: /How much magnesium/u })
  await expect(row).toHaveAttribute('aria-current', 'page')
  await expect(thread(page).getByText(question)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bring along' })).toBeHidden()
  await page.reload()
  await expect(thread(page).getByText(question)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bring along' })).toBeHidden()
})

test('guest: nothing is offered again to who does not want it', async ({ page, account, forgiven }) => {
  forgiven.push(refusals)
  await acknowledged(page)
  await page.goto('/chat')
  await ask(page, question)
  await expect(stopButton(page)).toBeVisible()
  await expect(stopButton(page)).toBeHidden()
  await sidebar(page).getByRole('link', { name: 'Login' }).click()
  await fillLogin(page, account)
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('button', { name: 'Not now' })).toBeHidden()
  await page.reload()
  await expect(composer(page)).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Not now' })).toBeHidden()
})
