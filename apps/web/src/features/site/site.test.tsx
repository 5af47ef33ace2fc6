import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeApi, failure, session, silence } from '../../testing/fake-api.ts'
import type { Answer } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

beforeEach(() => {
  sessionStorage.clear()
})

describe('/contact', () => {
  async function open(server = createFakeApi()) {
    const user = userEvent.setup()
    const site = renderSite('/contact', server)
    await screen.findByRole('heading', { level: 1, name: 'Contact' })
    const [name, email, message] = ['Name', 'Email', 'Message'].map((label) => screen.getByLabelText(label))
    if (name === undefined || email === undefined || message === undefined) throw new Error('No fields.')
    return { ...site, user, server, name, email, message, send: screen.getByRole('button', { name: 'Send' }) }
  }

  it("asks for every field: 'Please fill out all fields.'", async () => {
    const { user, server, name, email, message, send } = await open()
    await user.type(name, 'Ada')
    await user.type(message, '   ')
    await user.click(send)
    await screen.findByText('Please fill out all fields.')
    expect(document.activeElement).toBe(email)
    expect(name.getAttribute('aria-invalid')).toBe('false')
    expect(message.getAttribute('aria-invalid')).toBe('true')
    expect(server.requests).not.toContain('POST /api/contact')
  })

  it.each([
    [4000, false],
    [4001, true],
  ])(
    "takes a message of %i characters; 'Message is too long (max 4000 characters).' is %s",
    async (length, refused) => {
      const server = createFakeApi()
      server.on('POST /api/contact', () => Response.json({ ok: true }))
      const { user, name, email, message, send } = await open(server)
      await user.type(name, 'Ada')
      await user.type(email, 'a@example.com')
      await user.click(message)
      await user.paste('🌿'.repeat(length))
      expect(screen.getByText(`${length === 4000 ? '4,000' : '4,001'} / 4,000`)).toBeDefined()
      await user.click(send)
      await screen.findByText(
        refused ? 'Message is too long (max 4000 characters).' : 'Thanks! We will get back to you.',
      )
      expect(server.requests.includes('POST /api/contact')).toBe(!refused)
    },
  )

  it("reads 'Sending…' while sending, with fields and button disabled", async () => {
    const server = createFakeApi()
    server.on('POST /api/contact', silence)
    const { user, name, email, message } = await open(server)
    await user.type(name, 'Ada')
    await user.type(email, 'a@example.com')
    await user.type(message, 'Hello')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    const button = await screen.findByRole('button', { name: 'Sending…' })
    for (const control of [name, email, message, button]) expect(control.matches(':disabled')).toBe(true)
  })

  it("sends all three trimmed, says 'Thanks! We will get back to you.', and forgets the draft", async () => {
    const server = createFakeApi()
    let sent: unknown
    server.on('POST /api/contact', async (request) => {
      sent = await request.json()
      return Response.json({ ok: true })
    })
    const { user, name, email, message, send } = await open(server)
    await user.type(name, ' Ada ')
    await user.type(email, ' a@example.com ')
    await user.type(message, ' Hello ')
    await user.click(send)
    await screen.findByText('Thanks! We will get back to you.')
    expect(sent).toEqual({ name: 'Ada', email: 'a@example.com', message: 'Hello' })
    expect(message).toHaveProperty('value', '')
    expect(sessionStorage.getItem('org.contact-draft')).toBeNull()
  })

  it("says 'Sorry, something went wrong. Please email us.' on failure, and loses nothing", async () => {
    const server = createFakeApi()
    server.on('POST /api/contact', () => failure(500, 'Broken'))
    const { user, name, email, message, send } = await open(server)
    await user.type(name, 'Ada')
    await user.type(email, 'a@example.com')
    await user.type(message, 'Hello')
    await user.click(send)
    await screen.findByText(/^Sorry, something went wrong\. Please email us\./u)
    expect([name, email, message].map((field) => Reflect.get(field, 'value'))).toEqual([
      'Ada',
      'a@example.com',
      'Hello',
    ])
  })

  it('says how long to wait where too many were sent', async () => {
    const server = createFakeApi()
    server.on('POST /api/contact', () => failure(429, 'Too many attempts.', { 'retry-after': '1500' }))
    const { user, name, email, message, send } = await open(server)
    await user.type(name, 'Ada')
    await user.type(email, 'a@example.com')
    await user.type(message, 'Hello')
    await user.click(send)
    const line = await screen.findByText(/^Sorry, something went wrong\. Please email us\./u)
    expect(line.textContent).toBe(
      'Sorry, something went wrong. Please email us. hello@verdant.example Time left: 25 min.',
    )
  })

  it('leads to the outbox on a demonstration', async () => {
    const server = createFakeApi()
    server.on('GET /api/site', () => Response.json({ image_hosts: [], outbox_url: '/outbox' }))
    server.on('POST /api/contact', () => Response.json({ ok: true }))
    const { user, name, email, message, send } = await open(server)
    await user.type(name, 'Ada')
    await user.type(email, 'a@example.com')
    await user.type(message, 'Hello')
    await user.click(send)
    const link = await screen.findByRole('link', { name: 'Open the outbox' })
    expect(link.getAttribute('href')).toBe('/outbox')
  })

  it('keeps a draft over a reload', async () => {
    const first = await open()
    await first.user.type(first.message, 'Half a tho')
    first.unmount()
    const { message } = await open()
    await waitFor(() => {
      expect(message).toHaveProperty('value', 'Half a tho')
    })
  })
})

describe('/products', () => {
  const plan = {
    id: 'growth',
    name: 'Growth',
    description: 'More questions.',
    prices: [
      { id: 'growth-month', unit_amount: 9900, interval: 'month' },
      { id: 'growth-year', unit_amount: 100_050, currency: 'eur', interval: 'year' },
    ],
  }

  async function open(catalog: Answer, { signedIn = false, active = false } = {}) {
    const user = userEvent.setup()
    const server = createFakeApi()
    server.on('GET /api/billing/catalog', catalog)
    server.on('GET /api/billing/status', () => Response.json({ active }))
    if (signedIn) server.on('GET /api/me', () => session('a@example.com'))
    const site = renderSite('/products', server)
    await screen.findByRole('heading', { name: 'Plans' })
    return { ...site, user, server }
  }
  const loaded = () => Response.json({ products: [plan] })
  const monthly = () => screen.findByRole('button', { name: 'Choose this plan: Growth, $99.00 per month' })

  it("says 'Loading plans…' while they load", async () => {
    await open(silence)
    expect(screen.getByText('Loading plans…')).toBeDefined()
  })

  it("says 'No plans available yet.' where there are none", async () => {
    await open(() => Response.json({ products: [] }))
    expect(await screen.findByText('No plans available yet.')).toBeDefined()
  })

  it("says 'Could not load plans. Please try again later.' where it could not", async () => {
    await open(() => failure(500, 'Broken'))
    expect(await screen.findByText('Could not load plans. Please try again later.')).toBeDefined()
  })

  it('shows prices divided by 100, in USD unless told otherwise, those of one period at a time', async () => {
    const { user } = await open(loaded)
    await screen.findByRole('heading', { name: 'Growth' })
    expect(screen.getByText('$99.00')).toBeDefined()
    expect(screen.queryByText('€1,000.50')).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Yearly' }))
    expect(screen.getByText('€1,000.50')).toBeDefined()
    expect(screen.queryByText('$99.00')).toBeNull()
  })

  it('has one button a plan, names what a year saves, and compares the plans', async () => {
    const prices = [
      { id: 'm', unit_amount: 1000, interval: 'month' },
      { id: 'y', unit_amount: 9000, interval: 'year' },
    ]
    const { user } = await open(() =>
      Response.json({
        products: [
          { id: 'a', name: 'Small', features: ['Sources'], prices },
          { id: 'b', name: 'Large', features: ['Sources', 'A person to call'], prices: prices.slice(1) },
        ],
      }),
    )
    await user.click(await screen.findByRole('radio', { name: 'Yearly' }))
    expect(screen.getAllByRole('button', { name: /^Choose this plan/u })).toHaveLength(2)
    expect(screen.getByText('Save 25% against twelve months')).toBeDefined()
    const table = screen.getByRole('table', { name: 'Compare the plans' })
    expect(within(table).getByRole('row', { name: 'A person to call Not included Included' })).toBeDefined()
    expect(within(table).getByRole('row', { name: 'Price $90.00 per year $90.00 per year' })).toBeDefined()
  })

  it('asks for no period where all is paid once', async () => {
    await open(() =>
      Response.json({ products: [{ id: 'a', name: 'Once', prices: [{ id: 'o', unit_amount: 500 }] }] }),
    )
    expect(await screen.findByRole('button', { name: 'Choose this plan: Once, $5.00 once' })).toBeDefined()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('opens the checkout in a new tab', async () => {
    const tab = vi.spyOn(window, 'open').mockReturnValue(window)
    const { user, server } = await open(loaded)
    let asked: unknown
    server.on('POST /api/billing/checkout', async (request, url) => {
      asked = [url.searchParams.get('price_id'), await request.json()]
      return Response.json({ url: 'https://pay.example/1' })
    })
    await user.click(await monthly())
    await waitFor(() => {
      expect(tab).toHaveBeenCalledWith('https://pay.example/1', '_blank')
    })
    expect(asked).toEqual(['growth-month', { price_id: 'growth-month' }])
    tab.mockRestore()
  })

  it('offers the address as a link where a pop-up blocker stops it', async () => {
    const tab = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user, server } = await open(loaded)
    server.on('POST /api/billing/checkout', () => Response.json({ url: 'https://pay.example/1' }))
    await user.click(await monthly())
    const link = await screen.findByRole('link', { name: 'Open the page' })
    expect(link.getAttribute('href')).toBe('https://pay.example/1')
    expect(link.getAttribute('target')).toBe('_blank')
    tab.mockRestore()
  })

  it.each<[string, Answer, RegExp]>([
    [
      'the server error',
      () => failure(409, 'This plan is gone.'),
      /^Checkout error: This plan is gone\.\s*$/u,
    ],
    [
      "'Checkout error' without one",
      () => new Response('', { status: 500 }),
      /^Checkout error: Checkout error\s*$/u,
    ],
    [
      'an address that is none',
      () => Response.json({ url: 'javascript:alert(1)' }),
      /^Checkout error: Checkout error\s*$/u,
    ],
  ])("says 'Checkout error: {message}' with %s", async (_, answer, text) => {
    const { user, server } = await open(loaded)
    server.on('POST /api/billing/checkout', answer)
    await user.click(await monthly())
    expect(await screen.findByText(text)).toBeDefined()
  })

  it('leads a visitor who checks out to the sign-in, and back', async () => {
    const { user, server } = await open(loaded)
    server.on('POST /api/billing/checkout', () => failure(401, 'Login required to continue'))
    await user.click(await monthly())
    const line = await screen.findByText(/^Checkout error: Login required to continue/u)
    expect(within(line).getByRole('link', { name: 'Login' }).getAttribute('href')).toBe(
      '/login?from=%2Fproducts',
    )
  })

  it("shows 'Manage subscription' to somebody who has one, and says 'Portal error: {message}'", async () => {
    const { user, server } = await open(loaded, { signedIn: true, active: true })
    server.on('POST /api/billing/portal', () => failure(503, 'Try later.'))
    await user.click(await screen.findByRole('button', { name: 'Manage subscription' }))
    expect(await screen.findByText(/^Portal error: Try later\./u)).toBeDefined()
  })

  it('opens the portal in a new tab', async () => {
    const tab = vi.spyOn(window, 'open').mockReturnValue(window)
    const { user, server } = await open(loaded, { signedIn: true, active: true })
    server.on('POST /api/billing/portal', () => Response.json({ url: 'https://pay.example/portal' }))
    await user.click(await screen.findByRole('button', { name: 'Manage subscription' }))
    await waitFor(() => {
      expect(tab).toHaveBeenCalledWith('https://pay.example/portal', '_blank')
    })
    tab.mockRestore()
  })

  it('shows it at once to somebody who comes back from the tab in which they paid', async () => {
    let paid = false
    const server = createFakeApi()
    server.on('GET /api/me', () => session('a@example.com'))
    server.on('GET /api/billing/catalog', loaded)
    server.on('GET /api/billing/status', () => Response.json({ active: paid }))
    const { services } = renderSite('/products', server)
    await waitFor(() => {
      expect(services.queryClient.getQueryData(['billing', 'status'])).toMatchObject({ active: false })
    })
    paid = true
    fireEvent(window, new Event('visibilitychange'))
    expect(await screen.findByRole('button', { name: 'Manage subscription' })).toBeDefined()
  })

  it.each([
    ['without a subscription', true],
    ['signed out', false],
  ])('shows no such button to somebody %s', async (_, signedIn) => {
    await open(loaded, { signedIn, active: !signedIn })
    await monthly()
    expect(screen.queryByRole('button', { name: 'Manage subscription' })).toBeNull()
  })
})
