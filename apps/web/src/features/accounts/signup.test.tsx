import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createFakeApi, failure, session, silence } from '../../testing/fake-api.ts'
import type { Answer } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

async function signUp(answer: Answer) {
  const user = userEvent.setup()
  const server = createFakeApi()
  server.on('POST /api/signup', answer)
  server.on('GET /api/site', () => Response.json({ image_hosts: [], outbox_url: '/outbox' }))
  const site = renderSite('/signup', server)
  await user.type(await screen.findByLabelText('Email'), ' new@example.com ')
  await user.type(screen.getByLabelText('Password'), 'a password of some length{Enter}')
  return { ...site, server }
}

describe('/signup', () => {
  it.each([
    [
      'the server message',
      () => Response.json({ message: 'Look into your inbox.' }),
      'Look into your inbox.',
    ],
    ["'Confirmation email sent.' without one", () => Response.json({}), 'Confirmation email sent.'],
    ['the server error', () => failure(422, 'Use at least 15 characters.'), 'Use at least 15 characters.'],
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
    const { history } = await signUp(() => Response.json({ redirect: '/disclaimer' }))
    await waitFor(() => {
      expect(history.location.pathname).toBe('/disclaimer')
    })
  })

  it('leads to the set-up of a second factor where the site requires one of every account', async () => {
    const { history } = await signUp(() =>
      Response.json(
        {
          error: 'Set up a second factor to sign in.',
          code: 'second_factor_required',
          detail: { methods: [], setup: true, reason: 'everybody' },
        },
        { status: 401 },
      ),
    )
    expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeDefined()
    expect(screen.getByText('Every account on this site needs one. It takes a minute.')).toBeDefined()
    expect(history.location.pathname).toBe('/login')
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

  it('sends the email trimmed', async () => {
    const sent: unknown[] = []
    await signUp(async (request) => {
      sent.push(await request.json())
      return Response.json({})
    })
    await screen.findByText('Confirmation email sent.')
    expect(sent).toEqual([{ email: 'new@example.com', password: 'a password of some length' }])
  })

  it('leads from the confirmation to the outbox on a demonstration', async () => {
    const { server } = await signUp(() => Response.json({}))
    await screen.findByText('Confirmation email sent.')
    expect(server.requests).toContain('GET /api/site')
    const link = await screen.findByRole('link', { name: 'Open the outbox' })
    expect(link.getAttribute('href')).toBe('/outbox')
  })

  it('has a busy state with a status line, and a link to /login', async () => {
    await signUp(silence)
    await screen.findByText('Creating your account…')
    const login = within(screen.getByRole('main')).getByRole('link', { name: 'Login' })
    expect(login.getAttribute('href')).toBe('/login')
  })
})
