import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeApi, failure, session, type FakeApi } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

const open = {
  id: 'g1',
  title: 'does creatine make you bald',
  count: 12,
  trend: 5,
  weeks: [0, 0, 1, 0, 2, 4, 7, 12],
  examples: ['does creatine make you bald', 'creatine and hair loss'],
  language: 'en',
  status: 'open',
  closed_at: null,
  checked: 0,
  answered: 0,
  article_id: null,
  article_title: null,
  client_id: null,
  client: null,
  last_asked_at: '2026-11-22T10:00:00.000Z',
}
const ofClient = { ...open, id: 'g3', client_id: 'c1', client: 'shop@example.com' }
const closed = {
  ...open,
  id: 'g2',
  title: '¿Hacen envíos a Chile?',
  examples: ['¿Hacen envíos a Chile?'],
  trend: -3,
  language: 'es',
  status: 'closed',
  closed_at: '2026-11-22T12:00:00.000Z',
  checked: 5,
  answered: 4,
  article_id: 'a7',
  article_title: 'Envíos',
}

let server: FakeApi
let queries: URLSearchParams[]
const user = userEvent.setup()

beforeEach(() => {
  localStorage.clear()
  queries = []
  server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/gaps', (request) => {
    queries.push(new URL(request.url, 'https://x.io').searchParams)
    return Response.json({ items: [open, closed], next_cursor: null, keeps_text: true, waiting: 2 })
  })
})

describe('Content gaps', () => {
  it('shows counts, change, weeks and examples, and leads to a prefilled article', async () => {
    renderSite('/admin/gaps', server)
    const [first] = within(await screen.findByRole('list', { name: 'Gaps' })).getAllByRole('listitem')
    const gap = within(first ?? document.body)
    expect(gap.getByText('Questions: 12')).toBeDefined()
    expect(gap.getByText('5 more than in the period before')).toBeDefined()
    expect(gap.getByText('Questions per week, oldest first: 0, 0, 1, 0, 2, 4, 7, 12')).toBeDefined()
    expect(gap.getByText('creatine and hair loss')).toBeDefined()
    expect(gap.getByRole('link', { name: 'Write article' }).getAttribute('href')).toBe(
      '/admin/knowledge/articles/new?title=does+creatine+make+you+bald&gap=g1',
    )
    expect(screen.getByText('New questions that are not grouped yet: 2')).toBeDefined()
  })

  it('shows a gap that the server finds while the list is open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      let items = [open]
      server.on('GET /api/admin/gaps', () =>
        Response.json({ items, next_cursor: null, keeps_text: true, waiting: 0 }),
      )
      renderSite('/admin/gaps', server)
      expect(await screen.findByRole('heading', { name: open.title })).toBeDefined()
      items = [open, { ...open, id: 'g9', title: 'does the lamp hum' }]
      await vi.advanceTimersByTimeAsync(6000)
      expect(await screen.findByRole('heading', { name: 'does the lamp hum' })).toBeDefined()
    } finally {
      vi.useRealTimers()
    }
  })

  it('leads to an article of the client whose visitors asked', async () => {
    server.on('GET /api/admin/gaps', () =>
      Response.json({ items: [ofClient], next_cursor: null, keeps_text: true, waiting: 0 }),
    )
    server.on('GET /api/admin/clients', () =>
      Response.json({ clients: [{ id: 'c1', email: 'shop@example.com' }] }),
    )
    renderSite('/admin/gaps', server)
    await user.click(await screen.findByRole('link', { name: 'Write article' }))
    const owner = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Used for' })
    await expect.poll(() => owner.selectedOptions[0]?.textContent).toBe('shop@example.com')
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(open.title)
  })

  it('says when and by which article a gap was closed', async () => {
    renderSite('/admin/gaps', server)
    expect(await screen.findByText(/the content answers 4 of 5 typical questions now/u)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Envíos' }).getAttribute('href')).toBe(
      '/admin/knowledge/articles/a7',
    )
    expect(screen.getByText('3 fewer than in the period before')).toBeDefined()
  })

  it('dismisses a gap, and shows the sentence of a refusal', async () => {
    server.on('PATCH /api/admin/gaps/g1', async (request) =>
      Response.json({ ...open, ...Object(await request.json()) }),
    )
    server.on('PATCH /api/admin/gaps/g2', () => failure(404, 'Gap not found.'))
    renderSite('/admin/gaps', server)
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(await screen.findByText('Dismissed', { selector: 'span' })).toBeDefined()
    await user.click(screen.getAllByRole('button', { name: 'Open again' })[1] ?? document.body)
    expect(await screen.findByText('Gap not found.')).toBeDefined()
  })

  it('sends the filters of the address: open gaps of the last seven days without any', async () => {
    renderSite('/admin/gaps', server)
    await screen.findByRole('list', { name: 'Gaps' })
    const daysOf = (query: URLSearchParams | undefined) =>
      (Date.parse(query?.get('to') ?? '') - Date.parse(query?.get('from') ?? '')) / 86_400_000 + 1
    expect(queries[0]?.get('status')).toBe('open')
    expect(daysOf(queries[0])).toBe(7)
    await user.selectOptions(screen.getByLabelText('Period'), 'weeks')
    await user.selectOptions(screen.getByLabelText('Status'), 'all')
    await expect.poll(() => queries.at(-1)?.get('status')).toBeNull()
    expect(daysOf(queries.at(-1))).toBe(56)
  })

  it('names a load failure, a deployment without texts, and an empty period', async () => {
    server.on('GET /api/admin/gaps', () => failure(500, 'Broken.'))
    const { unmount } = renderSite('/admin/gaps', server)
    expect(await screen.findByText('The gaps could not be loaded.', {}, { timeout: 10_000 })).toBeDefined()
    unmount()
    server.on('GET /api/admin/gaps', () =>
      Response.json({ items: [], next_cursor: null, keeps_text: false, waiting: 0 }),
    )
    renderSite('/admin/gaps', server)
    expect(await screen.findByText('No gaps in this period')).toBeDefined()
    expect(screen.getByText(/Set OUTCOME_TEXT=on/u)).toBeDefined()
  }, 20_000)
})
