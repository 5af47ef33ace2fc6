import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeApi, failure, session } from '../testing/fake-api.ts'
import type { Answer } from '../testing/fake-api.ts'
import { renderSite } from '../testing/render-site.tsx'

async function signUp(answer: Answer) {
  const user = userEvent.setup()
  const server = createFakeApi()
  server.on('POST /api/signup', answer)
  const site = renderSite('/signup', server)
  await user.type(await screen.findByLabelText('Email'), 'new@example.com')
  await user.type(screen.getByLabelText('Password'), 'a password of some length{Enter}')
  return { ...site, server }
}

it.each([
  [
    'the server’s message',
    () => Response.json({ message: 'Look into your inbox.' }),
    'Look into your inbox.',
  ],
  ["'Confirmation email sent.' without one", () => Response.json({}), 'Confirmation email sent.'],
  ['the server’s error', () => failure(422, 'Use at least 15 characters.'), 'Use at least 15 characters.'],
  ["'Sign up failed' without one", () => new Response('', { status: 500 }), 'Sign up failed'],
  [
    "'Sorry, something went wrong.' without an answer",
    () => Promise.reject(new TypeError('offline')),
    'Sorry, something went wrong.',
  ],
])('shows %s', async (_, answer, text) => {
  await signUp(answer)
  expect(await screen.findByText(text)).toBeDefined()
})

it('goes where the server leads, signed in', async () => {
  const { router } = await signUp(() => Response.json({ redirect: '/disclaimer' }))
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/disclaimer')
  })
})

it('greets the new person after a redirect', async () => {
  const server = createFakeApi()
  server.on('POST /api/signup', () => {
    server.on('GET /api/me', () => session('new@example.com'))
    return Response.json({ redirect: '/disclaimer' })
  })
  const user = userEvent.setup()
  renderSite('/signup', server)
  await user.type(await screen.findByLabelText('Email'), 'new@example.com')
  await user.type(screen.getByLabelText('Password'), 'a password of some length{Enter}')
  expect(await screen.findByText('Hi, new@example.com!')).toBeDefined()
})

it("asks for both fields: 'Please enter email and password.'", async () => {
  const user = userEvent.setup()
  renderSite('/signup', createFakeApi())
  await user.click(await screen.findByRole('button', { name: 'Sign up' }))
  expect(await screen.findByText('Please enter email and password.')).toBeDefined()
})
