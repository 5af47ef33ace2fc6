import type { ReviewItem } from '@org/api-client'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeApi, failure, session, type FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { changeFilter, readFilter } from './review-filter.ts'
import { labelsOf } from './review-actions.tsx'
import { reviewCsv } from './review-csv.ts'

const item = {
  id: 'a1',
  at: '2026-11-22T10:00:00.000Z',
  question: 'Is shilajit halal?',
  answer: 'There is nothing about it in the sources.',
  outcome: 'uncovered',
  ending: 'complete',
  language: 'en',
  widget: { id: 'w1', name: 'Shop' },
  client_id: 'c1',
  citations: [
    {
      number: 1,
      title: 'Zinc',
      heading: '',
      url: 'https://x.io',
      quote: 'A.',
      publisher: 'NIH',
      opened: true,
    },
  ],
  products: [],
  searches: [
    {
      query: 'shilajit halal',
      covered: false,
      passages: [{ title: 'Herbs', heading: 'Safety', url: 'https://y.io', score: 1.5 }],
    },
  ],
  feedback: 'down',
  reason: null,
  safety: null,
  model: 'local',
  tokens: 10,
  cost_micros: null,
  first_text_ms: 5,
  total_ms: 9,
  status: 'open',
  assignee: null,
  labels: [],
  note: '',
}
const summary = {
  attention: 2,
  mine: 0,
  assignees: [{ id: 'u1', email: 'admin@example.com' }],
  widgets: [{ id: 'w1', name: 'Shop' }],
  keeps_text: true,
}

let server: FakeApi
let patches: unknown[]
const user = userEvent.setup()

beforeEach(() => {
  localStorage.clear()
  patches = []
  server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/review/summary', () => Response.json(summary))
  server.on('GET /api/admin/review', () =>
    Response.json({ items: [item, { ...item, id: 'a2', question: 'And zinc?' }], next_cursor: null }),
  )
  for (const id of ['a1', 'a2']) {
    server.on(`PATCH /api/admin/review/${id}`, async (request) => {
      const patch = Object(await request.json())
      patches.push([id, patch])
      return Response.json({ ...item, id, ...patch, assignee: null })
    })
  }
})

describe('Review', () => {
  it('shows an answer beside its sources, and is judged by keys', async () => {
    renderSite('/admin/review', server)
    await user.click(await screen.findByRole('button', { name: /Is shilajit halal/u }))
    const chosen = screen.getByRole('article')
    expect(within(chosen).getByText('There is nothing about it in the sources.')).toBeDefined()
    expect(within(chosen).getByText('Estimate: not covered')).toBeDefined()
    expect(within(chosen).getByRole('link', { name: 'Herbs' }).getAttribute('href')).toBe('https://y.io')
    expect(within(chosen).getByRole('link', { name: 'Write article' }).getAttribute('href')).toBe(
      '/admin/knowledge/articles/new?title=Is+shilajit+halal%3F&owner=c1',
    )
    await user.keyboard('a')
    await user.keyboard('e')
    expect(await within(screen.getByRole('article')).findByText('And zinc?')).toBeDefined()
    await user.keyboard('g')
    await expect
      .poll(() => patches)
      .toEqual([
        ['a1', { assignee: 'u1' }],
        ['a1', { status: 'done' }],
        ['a2', { status: 'good' }],
      ])
    await user.keyboard('k')
    expect(await within(screen.getByRole('article')).findByText('Is shilajit halal?')).toBeDefined()
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
  })

  it('types letters into fields, and saves note and labels', async () => {
    renderSite('/admin/review', server)
    await user.click(await screen.findByRole('button', { name: /Is shilajit halal/u }))
    await user.type(screen.getByLabelText('Note'), 'jab')
    await user.type(screen.getByLabelText(/^Labels/u), 'dose, halal, dose')
    await user.click(screen.getByRole('button', { name: 'Save note and labels' }))
    expect(await screen.findByText('Saved.')).toBeDefined()
    expect(patches).toEqual([['a1', { note: 'jab', labels: ['dose', 'halal'] }]])
  })

  it('keeps the answer that is being judged when a new load of the list leaves it out', async () => {
    const { services } = renderSite('/admin/review', server)
    await user.click(await screen.findByRole('button', { name: /Is shilajit halal/u }))
    await user.keyboard('b')
    await user.type(screen.getByLabelText('Note'), 'Write an article')
    server.on('GET /api/admin/review', () => Response.json({ items: [], next_cursor: null }))
    await services.queryClient.invalidateQueries({ queryKey: ['review', 'list'] })
    await expect.poll(() => screen.queryByRole('button', { name: /Is shilajit halal/u })).toBeNull()
    expect(screen.getByRole('button', { name: 'Mark as bad' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Save note and labels' }))
    expect(await screen.findByText('Saved.')).toBeDefined()
    expect(patches.at(-1)).toEqual(['a1', { note: 'Write an article', labels: [] }])
  })

  it('sends the filters of the address, open answers without any', async () => {
    const queries: string[] = []
    server.on('GET /api/admin/review', (request) => {
      queries.push(new URL(request.url, 'https://x.io').searchParams.toString())
      return Response.json({ items: [item], next_cursor: null })
    })
    const { history } = renderSite('/admin/review', server)
    await screen.findByRole('button', { name: /Is shilajit halal/u })
    await user.selectOptions(screen.getByLabelText('Outcome'), 'uncovered')
    await expect.poll(() => history.location.search).toBe('?outcome=uncovered')
    await expect.poll(() => queries.at(-1)).toBe('status=open&outcome=uncovered&limit=30')
  })

  it('offers another try, and shows an empty list', async () => {
    server.on('GET /api/admin/review', () => failure(500, ''))
    renderSite('/admin/review', server)
    expect(await screen.findByText('The answers could not be loaded.')).toBeDefined()
    server.on('GET /api/admin/review', () => Response.json({ items: [], next_cursor: null }))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    // It is opened with the open answers: nobody has chosen a filter that could be cleared.
    expect(await screen.findByText('No open answers')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show all answers' }))
    expect(await screen.findByText('No answers yet')).toBeDefined()
  })

  it('searches older answers until the search has no more, and waits for a click after a failure', async () => {
    const cursors: (string | null)[] = []
    let isDown = true
    server.on('GET /api/admin/review', (request) => {
      const cursor = new URL(request.url, 'https://x.io').searchParams.get('cursor')
      cursors.push(cursor)
      if (cursor === null) return Response.json({ items: [], next_cursor: 'c1' })
      if (cursor === 'c1') return Response.json({ items: [item], next_cursor: 'c2' })
      return isDown ? failure(403, '') : Response.json({ items: [], next_cursor: null })
    })
    renderSite('/admin/review?q=shilajit', server)
    expect(await screen.findByRole('button', { name: /Is shilajit halal/u })).toBeDefined()
    const older = await screen.findByRole('button', { name: 'Show older answers' })
    expect(new Set(cursors)).toEqual(new Set([null, 'c1', 'c2']))
    isDown = false
    await user.click(older)
    await expect.poll(() => screen.queryByRole('button', { name: 'Show older answers' })).toBeNull()
    expect(screen.getByRole('button', { name: /Is shilajit halal/u })).toBeDefined()
  })

  it('names no empty list while older answers are searched', async () => {
    const isSearched = Promise.withResolvers<undefined>()
    server.on('GET /api/admin/review', async (request) => {
      if (!request.url.includes('cursor')) return Response.json({ items: [], next_cursor: 'c1' })
      await isSearched.promise
      return Response.json({ items: [], next_cursor: null })
    })
    renderSite('/admin/review?q=shilajit', server)
    expect(await screen.findByText('Searching older answers…')).toBeDefined()
    expect(screen.queryByText('No answers match these filters')).toBeNull()
    isSearched.resolve(undefined)
    expect(await screen.findByText('No answers match these filters')).toBeDefined()
  })

  it('is linked from the admin dashboard with the number of answers that need attention', async () => {
    renderSite('/admin', server)
    await user.click(await screen.findByRole('link', { name: 'Review 2' }))
    expect(await screen.findByRole('button', { name: /Is shilajit halal/u })).toBeDefined()
  })

  it('offers a client to write an article, which begins with the question as its title', async () => {
    server.on('GET /api/me', () => session('client@example.com', 'client'))
    renderSite('/admin/review', server)
    await user.click(await screen.findByRole('button', { name: /Is shilajit halal/u }))
    await user.click(screen.getByRole('link', { name: 'Write article' }))
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveProperty(
      'value',
      'Is shilajit halal?',
    )
  })
})

describe('readFilter', () => {
  it('leaves out what is none, and is changed by one name', () => {
    expect(readFilter(new URLSearchParams('outcome=x&q=ab'))).toEqual({ status: 'open' })
    expect(readFilter(new URLSearchParams('status=all&q=abc'))).toEqual({ q: 'abc' })
    expect(changeFilter(new URLSearchParams('outcome=partial'), 'outcome', 'all').toString()).toBe('')
    expect(changeFilter(new URLSearchParams(), 'status', 'all').toString()).toBe('status=all')
  })
})

it('writes CSV that no spreadsheet runs', () => {
  const record: ReviewItem = {
    ...item,
    clientId: null,
    approvedAnswerId: null,
    handover: null,
    question: '=HYPERLINK("x")',
    feedback: null,
    costMicros: 1_500_000,
    firstTextMs: 1,
    totalMs: 2,
    outcome: 'partial',
    ending: 'complete',
    status: 'open',
  }
  const [, row] = reviewCsv([record]).split('\r\n')
  expect(row).toContain(`"'=HYPERLINK(""x"")"`)
  expect(row).toContain(',1.5,')
})

it('reads labels from a text', () => {
  expect(labelsOf(' a, b،a ,, ')).toEqual(['a', 'b'])
})
