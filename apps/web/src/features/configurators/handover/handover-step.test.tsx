import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeApi, session } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

const off = {
  channel: 'off',
  email: '',
  url: '',
  name: 'optional',
  reply: 'required',
  hours: null,
  outside: '',
  redact: false,
  version: 0,
  secret_at: null,
  can_mail: true,
}

const path = '/api/admin/configurators/w1/handover'

async function open(stored: object = off) {
  const server = createFakeApi()
  const saved: Record<string, unknown>[] = []
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/configurators', () =>
    Response.json({ items: [{ id: 'w1', name: 'Shop', active: true, version: 1 }] }),
  )
  server.on('GET /api/admin/clients', () => Response.json({ clients: [] }))
  server.on('GET /api/authors', () => Response.json({ authors: [] }))
  server.on('GET /api/tools', () => Response.json({ tools: [] }))
  server.on(`GET ${path}`, () => Response.json(stored))
  server.on(`PUT ${path}`, async (request) => {
    const body: Record<string, unknown> = await request.clone().json()
    saved.push(body)
    const secret = body['channel'] === 'webhook' ? 'whsec_secret' : null
    return Response.json({ ...off, ...body, version: 1, secret_at: secret && '2026-11-26T10:00:00Z', secret })
  })
  server.on(`POST ${path}/test`, () => Response.json({ delivered: false, status: 500 }))
  renderSite('/admin/configurators?id=w1&step=7', server)
  const user = userEvent.setup()
  const channel = await screen.findByLabelText<HTMLSelectElement>('Requests go to')
  return { user, channel, saved, server }
}

const save = () => screen.getByRole('button', { name: 'Save hand-over' })

it('is off by default, and saves a mailbox with opening hours', async () => {
  const { user, channel, saved } = await open()
  expect(channel.value).toBe('off')
  await user.selectOptions(channel, 'email')
  await user.click(save())
  expect(screen.getByText('Enter an email address.')).toBeTruthy()
  expect(saved).toEqual([])
  await user.type(screen.getByLabelText('Email address'), 'help@brand.example')
  await user.click(screen.getByRole('checkbox', { name: 'Only within opening hours' }))
  await user.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Berlin')
  await user.click(screen.getByRole('checkbox', { name: 'Open on Friday' }))
  await user.click(save())
  expect(await screen.findByText('Saved.')).toBeTruthy()
  const day = { from: '09:00', to: '17:00' }
  expect(saved).toMatchObject([
    {
      channel: 'email',
      email: 'help@brand.example',
      version: 0,
      hours: { zone: 'Europe/Berlin', days: [day, day, day, day, null, null, null] },
    },
  ])
})

it('shows the secret of a new webhook once, and the result of a test', async () => {
  const { user, channel } = await open()
  await user.selectOptions(channel, 'webhook')
  await user.type(screen.getByLabelText('Webhook address'), 'https://brand.example/hook')
  await user.click(save())
  expect(await screen.findByText('whsec_secret')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText('The webhook answered 500.')).toBeTruthy()
})

it('refuses hours that end before they start', async () => {
  const hours = {
    zone: 'UTC',
    days: [{ from: '17:00', to: '09:00' }, ...Array.from({ length: 6 }, () => null)],
  }
  const { user, saved } = await open({ ...off, channel: 'email', email: 'help@brand.example', hours })
  await user.click(save())
  expect(screen.getByText('Each day must end later than it starts.')).toBeTruthy()
  expect(saved).toEqual([])
})

it('shows that somebody else has saved, and loads that', async () => {
  const { user, channel, server } = await open()
  server.on(`PUT ${path}`, () => Response.json({ error: 'Changed.', code: 'conflict' }, { status: 409 }))
  await user.selectOptions(channel, 'email')
  await user.type(screen.getByLabelText('Email address'), 'help@brand.example')
  await user.click(save())
  expect(await screen.findByText(/Somebody else has saved these settings/u)).toBeTruthy()
  server.on(`GET ${path}`, () => Response.json({ ...off, channel: 'email', email: 'theirs@brand.example' }))
  await user.click(screen.getByRole('button', { name: 'Load again' }))
  expect(await screen.findByDisplayValue('theirs@brand.example')).toBeTruthy()
})
