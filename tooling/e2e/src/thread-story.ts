import type { Page } from 'playwright/test'
import { answers, composer, thread } from './chat-page.ts'
import { expect } from './story.ts'

/** One message as the server sends it. */
export interface StoredMessage {
  role: 'user' | 'assistant'
  content: string
}

/** Brings a conversation into the account of the page's session. Gives its id. */
export async function importConversation(page: Page, messages: readonly StoredMessage[]): Promise<string> {
  const begin = Date.now() - messages.length * 1000
  const answer = await page.request.post('/api/conversations/import', {
    data: {
      conversations: [
        {
          title: 'A long talk',
          messages: messages.map((message, index) => ({
            ...message,
            created_at: new Date(begin + index * 1000).toISOString(),
          })),
        },
      ],
    },
    headers: { origin: originOf(page) },
  })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  const { ids }: { ids: string[] } = await answer.json()
  return ids[0] ?? ''
}

/** Questions and answers in turn, each with its number; the answers of several lines. */
export function talk(messages: number): StoredMessage[] {
  return Array.from({ length: messages }, (_, index) =>
    index % 2 === 0
      ? { role: 'user', content: `Question ${index} about magnesium?` }
      : {
          role: 'assistant',
          content: `Answer ${index}.\n\n- **Magnesium** in nuts and seeds\n- ${'whole grains '.repeat(1 + (index % 40))}\n\nThat was answer ${index}.`,
        },
  )
}

/** Asks, and waits until the answer is whole. */
export async function ask(page: Page, question: string): Promise<void> {
  await composer(page).fill(question)
  await composer(page).press('Enter')
  await expect(thread(page).getByText(question).last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect(answers(page).last().getByRole('button', { name: 'Copy' }).first()).toBeVisible()
}

/** Returns the scroll offset of the thread and its maximum, in pixels. */
export async function scrollOf(page: Page): Promise<{ top: number; end: number }> {
  return thread(page).evaluate((log) => ({
    top: log.scrollTop,
    end: log.scrollHeight - log.clientHeight,
  }))
}

function originOf(page: Page): string {
  return process.env['E2E_BASE_URL'] ?? new URL(page.url()).origin
}
