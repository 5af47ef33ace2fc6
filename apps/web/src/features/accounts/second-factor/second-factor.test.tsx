import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { createFakeApi, failure, session } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

const step =
  (methods: string[], setup = false) =>
  () =>
    Response.json(
      { error: 'Confirm the sign-in.', code: 'second_factor_required', detail: { methods, setup } },
      { status: 401 },
    )
const proofRequired = () =>
  Response.json({ error: 'Confirm your identity to go on.', code: 'proof_required' }, { status: 403 })

async function login(server: ReturnType<typeof createFakeApi>) {
  const user = userEvent.setup()
  const site = renderSite('/login?from=%2Fdisclaimer', server)
  await user.type(await screen.findByLabelText('Email'), 'person@example.com')
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  return { ...site, user }
}

describe('the second step of a sign-in', () => {
  it('asks for a code, shows why it was refused, and goes on to where the person was going', async () => {
    const server = createFakeApi()
    const sent: unknown[] = []
    server.on('POST /api/login', step(['totp', 'recovery_code']))
    server.on('POST /api/login/second-factor', async (request) => {
      sent.push(await request.json())
      return sent.length === 1 ? failure(401, 'This code is not valid.') : session('person@example.com')
    })
    const { user, history } = await login(server)
    await screen.findByRole('heading', { name: 'Confirm your sign-in' })
    const code = screen.getByLabelText('Code')
    await waitFor(() => expect(document.activeElement).toBe(code))
    await user.type(code, '000000{Enter}')
    await screen.findByText('This code is not valid.')
    await user.clear(code)
    await user.type(code, '123456{Enter}')
    await screen.findByRole('heading', { name: 'Assistant disclaimer' })
    expect(history.location.pathname).toBe('/disclaimer')
    expect(sent).toEqual([{ code: '000000' }, { code: '123456' }])
  })

  it('takes a recovery code, and leads back to the sign-in', async () => {
    const server = createFakeApi()
    server.on('POST /api/login', step(['totp', 'recovery_code']))
    const { user } = await login(server)
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    await screen.findByText('One of the recovery codes that you saved. Each works once.')
    await user.click(screen.getByRole('button', { name: 'Sign in with another account' }))
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeDefined()
  })

  it('has an administrator set up a factor first, and shows the recovery codes before it goes on', async () => {
    const server = createFakeApi()
    server.on('POST /api/login', step([], true))
    server.on('POST /api/account/second-factor/totp', () =>
      Response.json({ secret: 'ABCDEFGH', uri: 'otpauth://totp/a:b?secret=ABCDEFGH' }),
    )
    server.on('POST /api/account/second-factor/totp/confirm', () =>
      Response.json({ recovery_codes: ['AAAA-BBBB', 'CCCC-DDDD'] }),
    )
    const { user, history } = await login(server)
    await screen.findByRole('heading', { name: 'Set up a second factor' })
    await user.click(screen.getByRole('button', { name: 'Set up authenticator app' }))
    await screen.findByRole('img', { name: 'QR code for the authenticator app' })
    expect(screen.getByText('ABCD EFGH')).toBeDefined()
    await user.type(screen.getByLabelText('Code'), '123456{Enter}')
    const codes = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['AAAA-BBBB', 'CCCC-DDDD'])
    server.on('GET /api/me', () => session('person@example.com', 'admin'))
    await user.click(screen.getByRole('button', { name: 'I have saved the codes' }))
    await waitFor(() => expect(history.location.pathname).toBe('/disclaimer'))
  })

  it('follows a link of an e-mail', async () => {
    const server = createFakeApi()
    server.on('POST /api/auth/callback', step(['totp']))
    renderSite('/auth/callback', server, { authFragment: '#access_token=a&refresh_token=b&type=magiclink' })
    expect(await screen.findByRole('heading', { name: 'Confirm your sign-in' })).toBeDefined()
  })
})

const factors = {
  available: true,
  required: false,
  totp: true,
  passkeys: [{ id: 'p1', name: 'Chrome on Linux', created_at: '2026-11-01T10:00:00Z', last_used_at: null }],
  proven: false,
  recovery_codes: 9,
}

describe('the second factors of an account', () => {
  it('are listed, and removed after a question and a proof by one of them', async () => {
    const server = createFakeApi()
    server.on('GET /api/me', () => session('person@example.com'))
    server.on('GET /api/account/second-factor', () => Response.json(factors))
    let isProven = false
    server.on('DELETE /api/account/passkeys/p1', () =>
      isProven ? new Response(null, { status: 204 }) : proofRequired(),
    )
    server.on('POST /api/account/proof', async (request) => {
      expect(await request.json()).toEqual({ code: '123456' })
      isProven = true
      return Response.json({ ok: true })
    })
    const user = userEvent.setup()
    renderSite('/account', server)
    await screen.findByText('9 recovery codes are left.')
    expect(screen.queryByRole('button', { name: 'Set up authenticator app' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Remove Chrome on Linux' }))
    const question = await screen.findByRole('alertdialog', { name: 'Remove Chrome on Linux?' })
    await user.click(within(question).getByRole('button', { name: 'Remove' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' })
    expect(within(dialog).queryByLabelText('Password')).toBeNull()
    expect(within(dialog).getByRole('button', { name: 'Use a recovery code' })).toBeDefined()
    const code = await within(dialog).findByLabelText('Code')
    await waitFor(() => expect(document.activeElement).toBe(code))
    await user.type(code, '123456{Enter}')
    await screen.findByText('Removed.')
    expect(server.requests.filter((request) => request === 'DELETE /api/account/passkeys/p1')).toHaveLength(2)
  })

  it('stay as they are when the proof is not given', async () => {
    const server = createFakeApi()
    server.on('GET /api/me', () => session('person@example.com'))
    server.on('POST /api/account/second-factor/totp', proofRequired)
    const user = userEvent.setup()
    renderSite('/account', server)
    await user.click(await screen.findByRole('button', { name: 'Set up authenticator app' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' })
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('Confirm your identity to go on.')).toBeDefined()
  })

  it('are no part of the proof of an account that has none: its password is', async () => {
    const server = createFakeApi()
    server.on('GET /api/me', () => session('person@example.com'))
    let isProven = false
    server.on('POST /api/account/second-factor/totp', () =>
      isProven
        ? Response.json({ secret: 'ABCDEFGH', uri: 'otpauth://totp/a:b?secret=ABCDEFGH' })
        : proofRequired(),
    )
    server.on('POST /api/account/proof', async (request) => {
      expect(await request.json()).toEqual({ password: 'secret' })
      isProven = true
      return Response.json({ ok: true })
    })
    const user = userEvent.setup()
    renderSite('/account', server)
    await user.click(await screen.findByRole('button', { name: 'Set up authenticator app' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' })
    const password = await within(dialog).findByLabelText('Password')
    await waitFor(() => expect(document.activeElement).toBe(password))
    await user.type(password, 'secret{Enter}')
    expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeDefined()
  })
})

describe('the download of all data', () => {
  async function openDownload(proven: boolean) {
    const server = createFakeApi()
    server.on('GET /api/me', () => session('person@example.com'))
    server.on('GET /api/account/second-factor', () => Response.json({ ...factors, proven }))
    server.on('POST /api/account/proof', () => Response.json({ ok: true }))
    const followed: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      followed.push(new URL(this.href).pathname)
    })
    const user = userEvent.setup()
    renderSite('/account', server)
    await user.click(await screen.findByRole('button', { name: 'Download your data' }))
    return { followed, user, restore: () => click.mockRestore() }
  }

  it('starts at once after a recent proof', async () => {
    const { followed, restore } = await openDownload(true)
    await waitFor(() => expect(followed).toEqual(['/api/account/export']))
    restore()
  })

  it('starts after a proof that is asked for', async () => {
    const { followed, user, restore } = await openDownload(false)
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' })
    const code = await within(dialog).findByLabelText('Code')
    expect(followed).toEqual([])
    await user.type(code, '123456{Enter}')
    await waitFor(() => expect(followed).toEqual(['/api/account/export']))
    restore()
  })
})
