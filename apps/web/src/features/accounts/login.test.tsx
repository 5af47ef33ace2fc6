import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createFakeApi, failure, session, silence } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

async function openLogin(server: FakeApi, path = '/login') {
  const user = userEvent.setup()
  const site = renderSite(path, server)
  await screen.findByRole('heading', { name: 'Login' })
  const email = screen.getByLabelText('Email')
  const password = screen.getByLabelText('Password')
  const submit = screen.getByRole('button', { name: 'Login' })
  return { ...site, user, email, password, submit }
}

describe('/login', () => {
  it("asks for both fields: 'Please enter email and password.'", async () => {
    const server = createFakeApi()
    const { user, email, password, submit } = await openLogin(server)
    await user.type(email, '   ')
    await user.click(submit)
    expect((await screen.findByRole('alert', { name: '' })).textContent).toContain(
      'Please enter email and password.',
    )
    expect(document.activeElement).toBe(email)
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(password.getAttribute('aria-invalid')).toBe('true')
    expect(server.requests).not.toContain('POST /api/login')
  })

  it('keeps the email, and no password, while the page is loaded again in another language', async () => {
    const { user, email, password } = await openLogin(createFakeApi())
    await user.type(email, 'person@example.com')
    await user.type(password, 'secret')
    await user.click(screen.getByRole('button', { name: /show/iu }))
    window.dispatchEvent(new Event('pagehide'))
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('secret')
    cleanup()
    const again = await openLogin(createFakeApi())
    expect(again.email).toHaveProperty('value', 'person@example.com')
    expect(again.password).toHaveProperty('value', '')
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('person@example.com')
  })

  it('mails a sign-in link to the address in the form, which leads back', async () => {
    const server = createFakeApi()
    let sent: unknown
    server.on('POST /api/login-link', async (request) => {
      sent = await request.json()
      return Response.json({ message: 'If the email exists, a sign-in link was sent.' })
    })
    const { user, email } = await openLogin(server, '/login?from=%2Faccount')
    const button = screen.getByRole('button', { name: 'Email me a link' })
    await user.click(button)
    expect(await screen.findByText('Please enter your email.')).toBeDefined()
    expect(document.activeElement).toBe(email)
    await user.type(email, ' person@example.com ')
    await user.click(button)
    expect(await screen.findByText('If the email exists, a sign-in link was sent.')).toBeDefined()
    expect(sent).toEqual({ email: 'person@example.com', return_to: '/account' })
  })

  it('sends the email trimmed, and goes to /chat', async () => {
    const server = createFakeApi()
    let sent: unknown
    server.on('POST /api/login', async (request) => {
      sent = await request.json()
      return session('person@example.com')
    })
    const { user, email, password, history } = await openLogin(server)
    await user.type(email, '  person@example.com ')
    await user.type(password, ' secret {Enter}')
    await waitFor(() => {
      expect(history.location.pathname).toBe('/chat')
    })
    expect(sent).toEqual({ email: 'person@example.com', password: ' secret ' })
    await screen.findByText('Hi, person@example.com!')
  })

  it('goes back to where a guard has sent the person away', async () => {
    const server = createFakeApi()
    server.on('POST /api/login', () => session('person@example.com'))
    const { user, email, password, history } = await openLogin(server, '/login?from=%2Fdisclaimer')
    await user.type(email, 'person@example.com')
    await user.type(password, 'secret{Enter}')
    await screen.findByRole('heading', { name: 'Assistant disclaimer' })
    expect(history.location.pathname).toBe('/disclaimer')
  })

  it.each([
    ['the server error', () => failure(401, 'That pair is not right.'), 'That pair is not right.'],
    [
      "'Login failed (HTTP {status})' without one",
      () => new Response('', { status: 502 }),
      'Login failed (HTTP 502)',
    ],
    [
      'the time left',
      () => failure(429, 'Too many attempts.', { 'retry-after': '120' }),
      'Too many attempts. Time left: 2 min.',
    ],
    [
      "'Sorry, something went wrong.' without an answer",
      () => Promise.reject(new TypeError('offline')),
      'Sorry, something went wrong.',
    ],
  ])('shows %s', async (_, answer, text) => {
    const server = createFakeApi()
    server.on('POST /api/login', answer)
    const { user, email, password } = await openLogin(server)
    await user.type(email, 'person@example.com')
    await user.type(password, 'wrong{Enter}')
    await screen.findByText(text)
    expect(document.activeElement).toBe(password)
  })

  it('has a busy state with a status line, and sends once', async () => {
    const server = createFakeApi()
    server.on('POST /api/login', silence)
    const { user, email, password, submit } = await openLogin(server)
    await user.type(email, 'person@example.com')
    await user.type(password, 'secret{Enter}')
    await screen.findByText('Signing in…')
    expect(submit.getAttribute('aria-disabled')).toBe('true')
    await user.click(submit)
    await user.type(password, '{Enter}')
    expect(server.requests.filter((request) => request === 'POST /api/login')).toHaveLength(1)
  })

  it('asks for the session where the sign-in tells nothing of it', async () => {
    const server = createFakeApi()
    server.on('POST /api/login', () => {
      server.on('GET /api/me', () => session('person@example.com'))
      return Response.json({ ok: true })
    })
    const { user, email, password } = await openLogin(server)
    await user.type(email, 'person@example.com')
    await user.type(password, 'secret{Enter}')
    expect(await screen.findByText('Hi, person@example.com!')).toBeDefined()
  })

  it("has a 'Forgot password' link to /reset-password and a Sign up link", async () => {
    await openLogin(createFakeApi())
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Forgot password' }).getAttribute('href')).toBe('/reset-password')
    expect(main.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup')
  })

  it('shows a visitor an example, and leads to the chat where it is open without an account', async () => {
    const { user, history } = await openLogin(createFakeApi())
    expect(await screen.findByText('How much magnesium does an adult need?')).toBeDefined()
    // Under the form on narrow screens, and in the panel on all.
    const links = await screen.findAllByRole('link', { name: 'Try it without an account' })
    expect(links).toHaveLength(2)
    await user.click(links[0] ?? document.body)
    await waitFor(() => {
      expect(history.location.pathname).toBe('/chat')
    })
  })

  it('offers no chat without an account where the server asks for one', async () => {
    const server = createFakeApi()
    server.on('GET /api/chat/anon-status', () => Response.json({ blocked: true }))
    await openLogin(server)
    await screen.findByText('How much magnesium does an adult need?')
    await waitFor(() => {
      expect(server.requests).toContain('GET /api/chat/anon-status')
    })
    expect(screen.queryByRole('link', { name: 'Try it without an account' })).toBeNull()
  })

  it('refuses nobody the page to which their sign-in leads', async () => {
    const server = createFakeApi()
    const { user, email, password, submit, history } = await openLogin(server, '/login?from=%2Fclient')
    const shown: string[] = []
    const observer = new MutationObserver(() => {
      shown.push(document.body.textContent ?? '')
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    server.on('POST /api/login', () => session('person@example.com', 'client'))
    server.on('GET /api/me', () => session('person@example.com', 'client'))
    await user.type(email, 'person@example.com')
    await user.type(password, 'correct horse battery')
    await user.click(submit)
    await waitFor(() => {
      expect(history.location.pathname).toBe('/client')
    })
    await screen.findByRole('heading', { level: 1, name: 'Client Insights' })
    observer.disconnect()
    expect(shown.filter((text) => /cannot open this page|signed in as/u.test(text))).toEqual([])
  })

  it('says to whom a guard has sent here what their account can open', async () => {
    const server = createFakeApi()
    server.on('GET /api/me', () => session('person@example.com', 'client'))
    await openLogin(server, '/login?from=%2Fadmin')
    const reason = await screen.findByText('Your account cannot open this page')
    const refusal = screen.getAllByRole('alert').find((alert) => alert.contains(reason)) ?? document.body
    expect(
      within(refusal)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Dashboard', 'Client Insights', 'Chat'])
  })
})
