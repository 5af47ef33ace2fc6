import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { toDraft, withoutSource, withSource } from '../../features/admin/answers/answer-draft.ts'
import { createFakeApi, session } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

const path = '/api/admin/approved-answers'
const source = {
  article_id: 'a1',
  quote: 'Zinc may shorten a cold by a day.',
  title: 'Zinc',
  heading: 'Colds',
  url: 'https://example.org/zinc',
  publisher: 'Test kitchen',
  language: 'en',
  found: true,
}
const answer = {
  id: 'x1',
  status: 'published',
  client_id: null,
  client: null,
  version: 3,
  updated_at: '2026-11-20T10:00:00.000Z',
  updated_by: 'a@example.com',
  language: 'en',
  question: 'Does zinc shorten a cold?',
  variants: ['Is zinc good against a cold?'],
  answer: 'By about a day [1].',
  citations: [source],
  reviewer: 'Dr. Ada',
  reviewed_at: '2026-11-02',
  expires_at: '2020-01-01',
  hits: 4,
  last_hit_at: null,
}

let server: FakeApi
let asked: URL[]
let sent: Record<string, unknown>[]
const user = userEvent.setup()

beforeEach(() => {
  localStorage.clear()
  asked = []
  sent = []
  server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/clients', () =>
    Response.json({ clients: [{ id: 'c1', email: 'brand@example.com' }] }),
  )
  server.on(`GET ${path}`, (request) => {
    asked.push(new URL(request.url))
    return Response.json({ items: [answer], next_cursor: null })
  })
  server.on(`GET ${path}/summary`, () => Response.json({ expiring: 1, expired: 2 }))
  server.on(`GET ${path}/x1`, () => Response.json(answer))
  const save = async (request: Request) => {
    const body = Object(await request.json())
    sent.push(body)
    return Response.json({ ...answer, ...body, citations: [source], version: 4 })
  }
  server.on(`PUT ${path}/x1`, save)
  server.on(`POST ${path}`, save)
})

const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

describe('the list of approved answers', () => {
  it('shows review, hits and expiry, and is filtered by the address', async () => {
    renderSite('/admin/answers?due=expired', server)
    const link = await screen.findByRole('link', { name: answer.question })
    expect(link.getAttribute('href')).toBe('/admin/answers/x1')
    screen.getByText('Given 4 times')
    screen.getByText(/^Expired on/u)
    screen.getByText(/^Reviewed by Dr. Ada on/u)
    expect(asked[0]?.searchParams.get('due')).toBe('expired')
    await user.selectOptions(screen.getByLabelText('Status'), 'Draft')
    await expect.poll(() => asked.at(-1)?.searchParams.get('status')).toBe('draft')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await expect.poll(() => asked.at(-1)?.search).toBe('')
  })

  it('counts in the navigation what needs a new review', async () => {
    renderSite('/admin/answers', server)
    const label = 'Approved answers that expire soon or have expired: 3'
    expect(await screen.findByRole('link', { name: `Approved answers ${label}` })).toBeDefined()
  })

  it('shows that loading failed, that there are none, and offers clients no owner', async () => {
    server.on('GET /api/me', () => session('brand@example.com', 'client'))
    server.on(`GET ${path}`, () => new Response(null, { status: 500 }))
    renderSite('/admin/answers', server)
    await screen.findByText('Load error', undefined, { timeout: 10_000 })
    server.on(`GET ${path}`, () => Response.json({ items: [], next_cursor: null }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No approved answers yet')).toBeDefined()
    expect(screen.queryByLabelText('Belongs to')).toBeNull()
  })
})

describe('the editor of an approved answer', () => {
  it.each([
    ['gap=g1', 'This content gap does not exist any more.'],
    ['review=r1', 'The question and its answer do not exist any more.'],
  ])(
    'names a start that does not exist: %s',
    async (from, text) => {
      server.on(`GET ${path}/draft`, () => new Response(null, { status: 404 }))
      renderSite(`/admin/answers/new?${from}`, server)
      expect(await screen.findByText(text, undefined, { timeout: 10_000 })).toBeDefined()
    },
    20_000,
  )

  it('begins with a reviewed answer, and saves it with its sources', async () => {
    server.on(`GET ${path}/draft`, (request) => {
      expect(new URL(request.url).searchParams.get('review')).toBe('r1')
      return Response.json({
        client_id: null,
        language: 'es',
        question: '¿El zinc acorta un resfriado?',
        variants: [],
        answer: 'Un día [1].',
        citations: [source],
      })
    })
    renderSite('/admin/answers/new?review=r1', server)
    expect((await box('Question')).value).toBe('¿El zinc acorta un resfriado?')
    await user.type(await box('Other forms of the question'), 'zinc y resfriado')
    await user.type(await box('Reviewer'), 'Dra. Ada')
    await user.selectOptions(screen.getByLabelText('Status'), 'Published')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      status: 'published',
      language: 'es',
      question: '¿El zinc acorta un resfriado?',
      variants: ['zinc y resfriado'],
      answer: 'Un día [1].',
      citations: [{ article_id: 'a1', quote: source.quote }],
      reviewer: 'Dra. Ada',
      expires_at: null,
      client_id: null,
    })
  })

  it('finds passages, and cites one', async () => {
    const other = { ...source, article_id: 'a2', title: 'Colds', quote: 'Colds last a week.' }
    server.on(`GET ${path}/sources`, () => Response.json({ items: [source, other] }))
    renderSite('/admin/answers/x1', server)
    await user.type(await screen.findByRole('searchbox', { name: 'Search the content' }), 'colds{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Add Colds' }))
    expect((await box('Answer (Markdown)')).value).toBe('By about a day [1]. [2]')
    // A passage that is cited is not offered again.
    expect(screen.queryByRole('button', { name: 'Add Zinc' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(() => sent[0]?.['citations']).toHaveLength(2)
  })

  it('shows the answer as visitors see it', async () => {
    renderSite('/admin/answers/x1', server)
    const preview = within(await screen.findByRole('region', { name: 'As visitors see it' }))
    expect(preview.getByText(/Reviewed by Dr. Ada on/u)).toBeDefined()
    expect(await preview.findByText(/By about a day/u)).toBeDefined()
  })

  it('says of a saved draft that visitors do not get it yet', async () => {
    server.on(`PUT ${path}/x1`, () => Response.json({ ...answer, status: 'draft', version: 4 }))
    renderSite('/admin/answers/x1', server)
    await box('Question')
    await user.selectOptions(screen.getByLabelText('Status'), 'Draft')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(
      await screen.findByText('Saved as a draft. Visitors get it after you set its status to Published.'),
    ).toBeDefined()
  })

  it('keeps a draft when somebody else has saved, and saves it on top of theirs', async () => {
    const theirs = { ...answer, version: 9, reviewer: 'Dr. Bob', updated_by: 'b@example.com' }
    renderSite('/admin/answers/x1', server)
    const reviewer = await box('Reviewer')
    await user.clear(reviewer)
    await user.type(reviewer, 'Dr. Eve')
    server.on(`PUT ${path}/x1`, () =>
      Response.json({ error: 'Somebody else has saved.', code: 'conflict' }, { status: 409 }),
    )
    server.on(`GET ${path}/x1`, () => Response.json(theirs))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Somebody else has saved this in the meantime.')
    server.on(`PUT ${path}/x1`, async (request) => {
      sent.push(Object(await request.json()))
      return Response.json({ ...theirs, reviewer: 'Dr. Eve', version: 10 })
    })
    await user.click(screen.getByRole('button', { name: 'Keep mine' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(() => sent).toMatchObject([{ reviewer: 'Dr. Eve', version: 9 }])
  })

  it('asks before unsaved changes are left', async () => {
    renderSite('/admin/answers/x1', server)
    await user.type(await box('Reviewer'), '!')
    await user.click(screen.getByRole('link', { name: 'All approved answers' }))
    expect(await screen.findByRole('alertdialog')).toBeDefined()
  })
})

describe('the sources of a draft', () => {
  const draft = (text: string, count: number) => ({
    ...toDraft(undefined, undefined, '2026-11-23'),
    answer: text,
    citations: Array.from({ length: count }, (_, at) => ({
      articleId: String(at + 1),
      quote: 'Q.',
      title: 'T',
      heading: '',
      url: '',
      publisher: '',
      language: 'en',
      found: true,
    })),
  })

  it('are numbered by their order: a removed one moves those after it up', () => {
    const { answer: text, citations } = withoutSource(draft('One [1]. Two [2]. Three [3][1].', 3), 2)
    expect(text).toBe('One [1]. Two. Three [2][1].')
    expect(citations.map(({ articleId }) => articleId)).toEqual(['1', '3'])
  })

  it('are added with their number at the end', () => {
    const [added] = draft('', 1).citations
    if (added === undefined) throw new Error('There is no source.')
    expect(withSource(draft('One [1].', 1), added).answer).toBe('One [1]. [2]')
    expect(withSource(draft('', 0), added).answer).toBe('[1]')
  })
})
