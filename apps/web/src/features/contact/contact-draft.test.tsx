import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { createFakeApi, session } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

beforeEach(() => sessionStorage.clear())

const signedOut = () => Response.json({ authenticated: false, role: null, email: null })
const signedInAs = (email: string | null) => (email === null ? signedOut() : session(email))

/** The contact form of this tab, loaded anew, and a way to look at its window again. */
async function open(email: string | null) {
  const server = createFakeApi()
  const arrive = (next: string | null) => server.on('GET /api/me', () => signedInAs(next))
  arrive(email)
  const site = renderSite('/contact', server)
  const message = await screen.findByLabelText<HTMLTextAreaElement>('Message')
  const header = (next: string | null) =>
    next === null ? screen.findByRole('link', { name: 'Login' }) : screen.findByText(`Hi, ${next}!`)
  await header(email)
  return {
    ...site,
    message,
    look: async (next: string | null) => {
      arrive(next)
      window.dispatchEvent(new Event('visibilitychange'))
      await header(next)
    },
  }
}

it('a message that an account has typed is there for that account alone', async () => {
  const first = await open('a@example.com')
  await userEvent.type(first.message, 'Half a tho')
  first.unmount()
  const visitor = await open(null)
  expect(visitor.message.value).toBe('')
  visitor.unmount()
  const other = await open('b@example.com')
  expect(other.message.value).toBe('')
  other.unmount()
  const again = await open('a@example.com')
  await waitFor(() => expect(again.message.value).toBe('Half a tho'))
})

it('a message that an account has typed goes when another account signs in elsewhere', async () => {
  const { message, look } = await open('a@example.com')
  await userEvent.type(message, 'Half a tho')
  await look(null)
  expect(message.value).toBe('Half a tho')
  await look('b@example.com')
  await waitFor(() => expect(message.value).toBe(''))
  await look('a@example.com')
  await waitFor(() => expect(message.value).toBe('Half a tho'))
})

it('a visitor’s message is there after the sign-in', async () => {
  const visitor = await open(null)
  await userEvent.type(visitor.message, 'Half a tho')
  visitor.unmount()
  const { message, unmount } = await open('a@example.com')
  await waitFor(() => expect(message.value).toBe('Half a tho'))
  unmount()
  expect((await open('b@example.com')).message.value).toBe('')
})
