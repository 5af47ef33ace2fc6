import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeApi, failure, session } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

const stored = {
  id: 'p1',
  version: 2,
  retired: false,
  updated_at: '2026-11-20T10:00:00.000Z',
  updated_by: 'a@example.com',
  phrase: 'glimmer stone dare',
  category: 'self_harm',
  severity: 'urgent',
  language: 'en',
  note: '',
}
const entries = {
  phrases: [stored],
  lines: [],
  shipped: { version: '1', phrases: [{ language: 'en', count: 3 }], rules: 70, lines: [] },
  region: null,
}
const counts = {
  days: ['2026-11-21', '2026-11-22'],
  categories: [{ category: 'overdose', total: 3, daily: [1, 2] }],
  spikes: [
    {
      id: '7',
      category: 'overdose',
      hour: '2026-11-22T10:00:00.000Z',
      count: 21,
      usual: 2,
      seen_by: null,
      seen_at: null,
    },
  ],
}

let server: FakeApi
let saved: unknown[]
const user = userEvent.setup()

beforeEach(() => {
  localStorage.clear()
  saved = []
  server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/safety', () => Response.json(entries))
  server.on('GET /api/admin/safety/counts', () => Response.json(counts))
})

describe('Safety', () => {
  it('shows counts, and a spike until it is marked as seen', async () => {
    const seen: string[] = []
    server.on('POST /api/admin/safety/spikes/7/seen', () => {
      seen.push('7')
      server.on('GET /api/admin/safety/counts', () =>
        Response.json({ ...counts, spikes: [{ ...counts.spikes[0], seen_at: stored.updated_at }] }),
      )
      return Response.json({ ok: true })
    })
    renderSite('/admin/safety', server)
    const table = await screen.findByRole('table', { name: /Safety notices by day/u })
    expect(
      within(table)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['3', '1', '2'])
    await user.click(await screen.findByRole('button', { name: 'Mark as seen' }))
    await expect.poll(() => screen.queryByRole('button', { name: 'Mark as seen' })).toBeNull()
    expect(seen).toEqual(['7'])
  })

  it('offers both versions when somebody else has saved the phrase', async () => {
    server.on('POST /api/admin/safety/phrases', async (request) => {
      const body = Object(await request.json())
      saved.push(body)
      return body.version === 2
        ? Response.json({ code: 'conflict', error: 'Somebody else has saved it.' }, { status: 409 })
        : Response.json({ ...stored, ...body, version: 4 })
    })
    renderSite('/admin/safety', server)
    await user.click(await screen.findByRole('button', { name: 'Edit glimmer stone dare' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Note'), 'Mine')
    server.on('GET /api/admin/safety', () =>
      Response.json({ ...entries, phrases: [{ ...stored, version: 3, note: 'Theirs' }] }),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await user.click(await within(dialog).findByRole('button', { name: 'Keep mine' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('“glimmer stone dare” is saved.')).toBeDefined()
    expect(saved).toMatchObject([
      { id: 'p1', version: 2, note: 'Mine' },
      { id: 'p1', version: 3, note: 'Mine' },
    ])
  })

  it('cannot be saved while offline, and what ships with the server has no buttons', async () => {
    renderSite('/admin/safety', server)
    await user.click(await screen.findByText('Included with the server'))
    await user.click(screen.getByRole('button', { name: 'Add a phrase' }))
    const dialog = await screen.findByRole('dialog')
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    window.dispatchEvent(new Event('offline'))
    expect(await within(dialog).findByText(/You are offline/u)).toBeDefined()
    expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
    window.dispatchEvent(new Event('online'))
  })

  it('offers another try when it cannot be loaded', async () => {
    server.on('GET /api/admin/safety', () => failure(500, ''))
    renderSite('/admin/safety', server)
    expect(await screen.findByText('Load error')).toBeDefined()
  })
})
