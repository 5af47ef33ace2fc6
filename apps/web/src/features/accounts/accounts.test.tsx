import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createFakeApi, failure, session, silence } from '../../testing/fake-api.ts'
import type { Answer, FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

/** Opens a screen, and sees what its call is sent. */
async function open(path: string, heading: string, server: FakeApi = createFakeApi(), authFragment = '') {
  const user = userEvent.setup()
  const site = renderSite(path, server, { authFragment })
  await screen.findByRole('heading', { level: 1, name: heading })
  return { ...site, user, server }
}

function keepBody(server: FakeApi, route: string, answer: Answer) {
  const sent: unknown[] = []
  server.on(route, async (request, url) => {
    sent.push(await request.clone().json())
    return answer(request, url)
  })
  return sent
}

const noAnswer = () => Promise.reject(new TypeError('offline'))

describe('/reset-password', () => {
  const submit = () => screen.getByRole('button', { name: 'Send reset link' })

  it("asks for the email: 'Please enter your email.'", async () => {
    const { user, server } = await open('/reset-password', 'Reset Password')
    await user.click(submit())
    const email = screen.getByLabelText('Email')
    const line = await screen.findByText('Please enter your email.')
    expect(document.activeElement).toBe(email)
    const described = document.getElementById(email.getAttribute('aria-describedby') ?? '')
    expect(described?.contains(line)).toBe(true)
    expect(server.requests).not.toContain('POST /api/reset-password')
  })

  it.each<[string, Answer, string]>([
    [
      'the server message',
      () => Response.json({ message: 'Look into your inbox.' }),
      'Look into your inbox.',
    ],
    [
      "'If the email exists, a reset link was sent.' without one",
      () => Response.json({}),
      'If the email exists, a reset link was sent.',
    ],
    ['the server error', () => failure(422, 'That is no address.'), 'That is no address.'],
    ["'Reset error' without one", () => new Response('', { status: 500 }), 'Reset error'],
    ["'Reset error' without an answer", noAnswer, 'Reset error'],
    [
      'the time left',
      () => failure(429, 'Too many requests.', { 'retry-after': '30' }),
      'Too many requests. Time left: 30 s.',
    ],
  ])('shows %s', async (_, answer, text) => {
    const server = createFakeApi()
    const sent = keepBody(server, 'POST /api/reset-password', answer)
    const { user } = await open('/reset-password', 'Reset Password', server)
    await user.type(screen.getByLabelText('Email'), ' a@example.com {Enter}')
    await screen.findByText(text)
    expect(sent).toEqual([{ email: 'a@example.com' }])
  })

  it.each([
    ['leads to the outbox on a demonstration', '/outbox', 1],
    ['leads to no outbox where e-mails are sent', null, 0],
  ])('%s', async (_, outbox, links) => {
    const server = createFakeApi()
    server.on('GET /api/site', () => Response.json({ image_hosts: [], outbox_url: outbox }))
    server.on('POST /api/reset-password', () => Response.json({}))
    const { user } = await open('/reset-password', 'Reset Password', server)
    expect(screen.queryByRole('link', { name: 'Open the outbox' })).toBeNull()
    await user.type(screen.getByLabelText('Email'), 'a@example.com{Enter}')
    await waitFor(() => {
      expect(server.requests).toContain('GET /api/site')
    })
    await waitFor(() => {
      expect(screen.queryAllByRole('link', { name: 'Open the outbox' })).toHaveLength(links)
    })
  })

  it('has a busy state with a status line', async () => {
    const server = createFakeApi()
    server.on('POST /api/reset-password', silence)
    const { user } = await open('/reset-password', 'Reset Password', server)
    await user.type(screen.getByLabelText('Email'), 'a@example.com{Enter}')
    expect(await screen.findByText('Sending the link…')).toBeDefined()
  })
})

describe('/set-password', () => {
  const type = async (user: ReturnType<typeof userEvent.setup>, first: string, second: string) => {
    if (first !== '') await user.type(screen.getByLabelText('New password'), first)
    if (second !== '') await user.type(screen.getByLabelText('Confirm password'), second)
    await user.click(screen.getByRole('button', { name: 'Set password' }))
  }

  it.each([
    ['Please enter your new password twice.', 'without both', '', '', 'New password'],
    [
      'Please enter your new password twice.',
      'without the second',
      'moss green teapot',
      '',
      'Confirm password',
    ],
    [
      'Passwords do not match.',
      'where they differ',
      'moss green teapot',
      'moss green teapots',
      'Confirm password',
    ],
  ])("says '%s' %s", async (text, _, first, second, focused) => {
    const { user, server } = await open('/set-password', 'Set New Password')
    await type(user, first, second)
    await screen.findByText(text)
    expect(document.activeElement).toBe(screen.getByLabelText(focused))
    expect(server.requests).not.toContain('POST /api/update-password')
  })

  it('goes to /login on success, which says so', async () => {
    const server = createFakeApi()
    const sent = keepBody(server, 'POST /api/update-password', () => Response.json({ ok: true }))
    const { user, history } = await open('/set-password', 'Set New Password', server)
    await type(user, 'moss green teapot', 'moss green teapot')
    await screen.findByText('Your new password is set. Sign in with it.')
    expect(history.location.pathname).toBe('/login')
    expect(sent).toEqual([{ new_password: 'moss green teapot' }])
  })

  it('asks a signed-in person for the current password', async () => {
    const server = createFakeApi()
    const person = { authenticated: true, role: null, email: 'ada@example.com' }
    server.on('GET /api/me', () => Response.json(person))
    const sent = keepBody(server, 'POST /api/update-password', () => Response.json({ ok: true }))
    const { user } = await open('/set-password', 'Set New Password', server)
    await type(user, 'moss green teapot', 'moss green teapot')
    await screen.findByText('Please enter your current password.')
    await user.type(screen.getByLabelText('Current password'), 'three old kettles')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    await waitFor(() => {
      expect(sent).toEqual([{ new_password: 'moss green teapot', current_password: 'three old kettles' }])
    })
  })

  it('asks a signed-in person for none after a recovery link, which may be of another account', async () => {
    const server = createFakeApi()
    server.on('GET /api/me', () =>
      Response.json({ authenticated: true, role: null, email: 'ada@example.com' }),
    )
    server.on('POST /api/auth/callback', () => Response.json({ ok: true }))
    const sent = keepBody(server, 'POST /api/update-password', () => failure(403, 'Enter your password.'))
    const authFragment = '#access_token=one&refresh_token=two&type=recovery'
    renderSite('/auth/callback', server, { authFragment })
    await screen.findByLabelText('New password')
    expect(screen.queryByLabelText('Current password')).toBeNull()
    await type(userEvent.setup(), 'moss green teapot', 'moss green teapot')
    // The link has expired meanwhile.
    expect(await screen.findByLabelText('Current password')).toBeDefined()
    expect(sent).toEqual([{ new_password: 'moss green teapot' }])
  })

  it('shows that a password of the right length is easy to guess, as the server would', async () => {
    const { user } = await open('/set-password', 'Set New Password')
    const field = screen.getByLabelText('New password')
    await user.type(field, 'Password12345678!')
    expect(await screen.findByText('Easy to guess: use a longer phrase of your own')).toBeDefined()
    await user.clear(field)
    await user.type(field, 'moss green teapot')
    await screen.findByText('Long enough')
  })

  it.each<[string, Answer, string]>([
    ['without a reason', () => new Response('', { status: 500 }), 'Password update failed.'],
    ['without an answer', noAnswer, 'Password update failed.'],
    ['with the reason', () => failure(422, 'Too common.'), 'Password update failed. Too common.'],
  ])("says 'Password update failed.' %s", async (_, answer, text) => {
    const server = createFakeApi()
    server.on('POST /api/update-password', answer)
    const { user } = await open('/set-password', 'Set New Password', server)
    await type(user, 'moss green teapot', 'moss green teapot')
    expect((await screen.findByText(text)).textContent).toBe(text)
  })

  it('has a busy state with a status line', async () => {
    const server = createFakeApi()
    server.on('POST /api/update-password', silence)
    const { user } = await open('/set-password', 'Set New Password', server)
    await type(user, 'moss green teapot', 'moss green teapot')
    expect(await screen.findByText('Saving your new password…')).toBeDefined()
  })

  it('counts the characters to go, and shows what was typed', async () => {
    const { user } = await open('/set-password', 'Set New Password')
    const field = screen.getByLabelText('New password')
    await user.type(field, 'moss 🌿')
    expect(screen.getByText('9 characters to go')).toBeDefined()
    await user.type(field, ' and a teapot')
    expect(screen.getByText('Long enough')).toBeDefined()
    expect(field.getAttribute('autocomplete')).toBe('new-password')
    const [show] = screen.getAllByRole('button', { name: 'Show' })
    if (show !== undefined) await user.click(show)
    expect(field.getAttribute('type')).toBe('text')
  })
})

describe('a sign-in link', () => {
  const fragment = '#access_token=a&refresh_token=r&expires_in=900&type=login&return_to=%2Faccount'

  it('is redeemed by a press alone, and leads back', async () => {
    const server = createFakeApi()
    const sent = keepBody(server, 'POST /api/auth/callback', () => Response.json({ ok: true }))
    server.on('GET /api/account/sessions', () => Response.json({ items: [] }))
    server.on('GET /api/shares', () => Response.json({ items: [] }))
    const { history } = renderSite('/auth/callback', server, { authFragment: fragment })
    const button = await screen.findByRole('button', { name: 'Sign in' })
    expect(server.requests).not.toContain('POST /api/auth/callback')
    server.on('GET /api/me', () => session('person@example.com'))
    await userEvent.click(button)
    await waitFor(() => {
      expect(history.location.pathname).toBe('/account')
    })
    expect(sent).toMatchObject([{ type: 'login', confirmed: false }])
  })

  it('asks again in another browser, with the address of the account', async () => {
    const server = createFakeApi()
    const bodies: unknown[] = []
    server.on('POST /api/auth/callback', async (request) => {
      bodies.push(await request.json())
      if (bodies.length > 1) return Response.json({ ok: true })
      const refusal = { error: 'Elsewhere.', code: 'conflict', detail: { email: 'ana@example.com' } }
      return Response.json(refusal, { status: 409 })
    })
    renderSite('/auth/callback', server, { authFragment: fragment })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText(/requested in another browser, for ana@example.com/u)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Sign in on this device' }))
    await waitFor(() => {
      expect(bodies).toMatchObject([{ confirmed: false }, { confirmed: true }])
    })
  })

  it('that has run out says so', async () => {
    const server = createFakeApi()
    server.on('POST /api/auth/callback', () => failure(401, 'This link has been used.'))
    renderSite('/auth/callback', server, { authFragment: fragment })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Auth error')).toBeDefined()
  })
})

describe.each(['signup', 'magiclink'])('a link of type %s', (type) => {
  it('that another browser requested signs in once its account was confirmed', async () => {
    const server = createFakeApi()
    const bodies: unknown[] = []
    server.on('POST /api/auth/callback', async (request) => {
      bodies.push(await request.json())
      if (bodies.length > 1) return Response.json({ ok: true })
      const refusal = { error: 'Elsewhere.', code: 'conflict', detail: { email: 'stranger@example.com' } }
      return Response.json(refusal, { status: 409 })
    })
    const authFragment = `#access_token=a&refresh_token=r&expires_in=900&type=${type}`
    const { history } = renderSite('/auth/callback', server, { authFragment })
    expect(await screen.findByText(/requested in another browser, for stranger@example.com/u)).toBeDefined()
    expect(bodies).toMatchObject([{ type, confirmed: false }])
    await userEvent.click(screen.getByRole('button', { name: 'Sign in on this device' }))
    await waitFor(() => {
      expect(history.location.pathname).toBe('/chat')
    })
    expect(bodies).toMatchObject([{ confirmed: false }, { type, confirmed: true }])
  })
})

describe('a link of a disabled account', () => {
  it.each([
    ['a sign-in', 'login'],
    ['a new password', 'recovery'],
  ])('for %s shows the reason, and leads to the contact form', async (_, type) => {
    const server = createFakeApi()
    server.on('POST /api/auth/callback', () => failure(403, 'This account is disabled.'))
    const authFragment = `#access_token=a&refresh_token=r&expires_in=900&type=${type}`
    renderSite('/auth/callback', server, { authFragment })
    if (type === 'login') await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('This account is disabled.')).toBeDefined()
    const contact = screen.getAllByRole('link', { name: 'Contact us' })
    expect(contact.map((each) => each.getAttribute('href'))).toContain('/contact')
    expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull()
  })
})

describe('/auth/callback', () => {
  const link = '#access_token=one&refresh_token=two'

  it.each([
    ['recovery', `${link}&expires_in=600&type=recovery`, '/set-password', 600],
    ['any other type', `${link}&type=magiclink`, '/chat', 3600],
    ['no type', link, '/chat', 3600],
  ])(
    'leads the type of %s on, with the default token expiry of 3600 s',
    async (_, fragment, path, expiresIn) => {
      const server = createFakeApi()
      const sent = keepBody(server, 'POST /api/auth/callback', () => Response.json({ ok: true }))
      const { history } = renderSite('/auth/callback', server, { authFragment: fragment })
      await waitFor(() => {
        expect(history.location.pathname).toBe(path)
      })
      expect(sent).toEqual([
        expect.objectContaining({ access_token: 'one', refresh_token: 'two', expires_in: expiresIn }),
      ])
      expect(history.action).toBe('REPLACE')
    },
  )

  it('of an invitation leads to the page that it names, after the password was chosen and used', async () => {
    const server = createFakeApi()
    server.on('POST /api/auth/callback', () => Response.json({ ok: true }))
    server.on('POST /api/update-password', () => Response.json({ ok: true }))
    const authFragment = `${link}&type=recovery&return_to=%2Fclient`
    const { history } = renderSite('/auth/callback', server, { authFragment })
    await userEvent.type(await screen.findByLabelText('New password'), 'four quiet herons')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'four quiet herons')
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
    await screen.findByRole('heading', { name: 'Login' })
    expect(history.location).toMatchObject({ pathname: '/login', search: '?from=%2Fclient' })
  })

  it.each([
    ['access token', '#refresh_token=two'],
    ['refresh token', '#access_token=one&type=recovery'],
    ['anything', ''],
  ])("says 'Missing tokens' without %s", async (_, fragment) => {
    const { server } = await open('/auth/callback', 'Authenticating', createFakeApi(), fragment)
    expect(screen.getByText('Missing tokens')).toBeDefined()
    expect(server.requests).not.toContain('POST /api/auth/callback')
  })

  it("says 'Auth error' on failure", async () => {
    const server = createFakeApi()
    server.on('POST /api/auth/callback', () => failure(401, 'This link has been used.'))
    await open('/auth/callback', 'Authenticating', server, link)
    expect(screen.getByText('Auth error')).toBeDefined()
  })

  it('has a busy state with a status line', async () => {
    const server = createFakeApi()
    server.on('POST /api/auth/callback', silence)
    renderSite('/auth/callback', server, { authFragment: link })
    expect(await screen.findByText('Authenticating…')).toBeDefined()
  })
})

describe('/account', () => {
  const row = (id: string, current: boolean) => ({
    id,
    kind: 'site',
    device: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
    created_at: '2026-11-01T08:00:00.000Z',
    last_used_at: '2026-11-20T08:00:00.000Z',
    expires_at: '2026-12-20T08:00:00.000Z',
    current,
  })

  function signedIn() {
    const server = createFakeApi()
    server.on('GET /api/me', () => session('a@example.com'))
    server.on('GET /api/account/sessions', () =>
      Response.json({ items: [row('s1', true), row('s2', false)] }),
    )
    return server
  }

  it('lists where the person is signed in, and signs one place out', async () => {
    const server = signedIn()
    const { user } = await open('/account', 'Your account', server)
    await screen.findByText('This device')
    expect(screen.getAllByText('Firefox on Windows')).toHaveLength(2)
    server.on('GET /api/account/sessions', () => Response.json({ items: [row('s1', true)] }))
    server.on('DELETE /api/account/sessions/s2', () => new Response(null, { status: 204 }))
    await user.click(screen.getByRole('button', { name: /^Sign out: Firefox/u }))
    await screen.findByText('Signed out there.')
    await waitFor(() => {
      expect(screen.getAllByText('Firefox on Windows')).toHaveLength(1)
    })
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Where you are signed in' }))
  })

  it('asks for a proof of identity before it signs a place out', async () => {
    const server = signedIn()
    let isProven = false
    server.on('DELETE /api/account/sessions/s2', () =>
      isProven
        ? new Response(null, { status: 204 })
        : Response.json({ error: 'Confirm your identity.', code: 'proof_required' }, { status: 403 }),
    )
    server.on('POST /api/account/proof', () => {
      isProven = true
      return Response.json({ ok: true })
    })
    const { user } = await open('/account', 'Your account', server)
    await screen.findByText('This device')
    await user.click(screen.getByRole('button', { name: /^Sign out: Firefox/u }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' })
    await user.type(await within(dialog).findByLabelText('Password'), 'the password of this account')
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Signed out there.')).toBeDefined()
  })

  it('says where the sessions could not be loaded, and offers to try again', async () => {
    const server = signedIn()
    server.on('GET /api/shares', () => Response.json({ items: [] }))
    server.on('GET /api/account/sessions', () => failure(500, 'Broken'))
    await open('/account', 'Your account', server)
    expect(await screen.findByText('Could not load your sessions.')).toBeDefined()
  })

  it.each([
    ['nothing stored', 0, 'Nothing is stored yet. You have 500 MB for your messages and images.', null],
    ['a first message', 90, 'Your messages and images use 1 kB of 500 MB.', null],
    ['less than nine tenths', 449_900_000, 'Your messages and images use 449.9 MB of 500 MB.', null],
    ['nine tenths', 450_000_000, 'Your messages and images use 450 MB of 500 MB.', /is nearly full/u],
    ['more than all', 500_100_000, 'Your messages and images use 500.1 MB of 500 MB.', /is full/u],
  ])('shows the storage with %s', async (_, used, text, warning) => {
    const server = signedIn()
    server.on('GET /api/account/storage', () => Response.json({ used_bytes: used, limit_bytes: 500_000_000 }))
    await open('/account', 'Your account', server)
    const meter = await screen.findByRole('meter', { name: text })
    expect(meter).toMatchObject({ value: Math.min(used, 500_000_000), max: 500_000_000 })
    expect(screen.queryByText(/^Your storage is/u)?.textContent ?? '').toMatch(warning ?? /^$/u)
  })

  it('offers to load the storage again after a failure', async () => {
    const server = signedIn()
    server.on('GET /api/shares', () => Response.json({ items: [] }))
    server.on('GET /api/account/storage', () => failure(500, 'Broken'))
    const { user } = await open('/account', 'Your account', server)
    await screen.findByText('Could not load your storage.')
    server.on('GET /api/account/storage', () => Response.json({ used_bytes: 0, limit_bytes: 500_000_000 }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('meter')).toBeDefined()
  })

  it('deletes the account with its password, and says why it could not', async () => {
    const server = signedIn()
    const sent = keepBody(server, 'POST /api/account/delete', () =>
      failure(403, 'That password is not right.'),
    )
    const { user, history } = await open('/account', 'Your account', server)
    await user.click(screen.getByRole('button', { name: 'Delete account' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete for ever' }))
    await dialog.findByText('Please enter your password.')
    await user.type(dialog.getByLabelText('Password'), 'wrong{Enter}')
    await dialog.findByText('That password is not right.')
    keepBody(server, 'POST /api/account/delete', () => {
      server.on('GET /api/me', () => Response.json({ authenticated: false }))
      return Response.json({ ok: true })
    })
    await user.type(dialog.getByLabelText('Password'), '!{Enter}')
    await waitFor(() => {
      expect(history.location.pathname).toBe('/about')
    })
    expect(sent).toEqual([{ password: 'wrong' }])
    await screen.findByRole('link', { name: 'Login' })
  })
})
