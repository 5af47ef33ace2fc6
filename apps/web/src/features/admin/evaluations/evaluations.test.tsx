import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeApi, failure, session, type FakeApi } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

const at = '2026-11-22T10:00:00.000Z'
const settings = {
  system_prompt: 'Be kind.',
  inline_tag_prompt: '',
  image_desc_prompt: '',
  conv_title_prompt: '',
  gemini_model: '',
  temperature: 0.6,
  thinking_enabled: false,
  thinking_lines: 5,
  search_tool_name: 'search_knowledge',
  search_tool_description: '',
  search_tool_schema: {},
  search_tool_use_prev_context: true,
  search_tool_expand_short: true,
}
const draft = {
  id: 'd1',
  name: 'Brief',
  version: 1,
  settings: { ...settings, system_prompt: 'Be brief.' },
  gate: 'regressions',
  run_id: 'r1',
  trial_id: null,
  updated_at: at,
  updated_by: 'admin@example.com',
}
const share = { n: 2, count: 1, low: 0.1, high: 0.9 }
const run = {
  id: 'r1',
  status: 'done',
  draft_id: 'd1',
  draft_name: 'Brief',
  draft_version: 1,
  published_version: 3,
  done: 2,
  total: 2,
  passed: share,
  published_passed: { ...share, count: 2 },
  changed: 1,
  regressions: 1,
  judge: { model: 'a-model', draft: share, published: share },
  created_at: at,
  created_by: 'admin@example.com',
  finished_at: at,
}
const answer = {
  text: 'Zinc.',
  ending: 'complete',
  outcome: 'answered',
  citations: [],
  products: [],
  safety: null,
  model: 'local',
  checks: [{ check: 'claims', passed: true, expected: '', found: '' }],
  passed: true,
  judge: null,
}
const result = {
  id: 'x1',
  case_id: 'c1',
  question: 'How much zinc?',
  source: 'review',
  required: true,
  published: answer,
  draft: {
    ...answer,
    text: 'Zinc cures.',
    passed: false,
    checks: [{ check: 'claims', passed: false, expected: '', found: 'cures' }],
  },
  changed: ['text'],
  regressions: ['safety'],
}
const list = (items: unknown[], more: object = {}) => Response.json({ items, next_cursor: null, ...more })

let server: FakeApi
let sent: unknown[]
const user = userEvent.setup()
const record = (route: string, reply: () => Response) => {
  server.on(route, async (request) => {
    sent.push(await request.json())
    return reply()
  })
}

beforeEach(() => {
  localStorage.clear()
  sent = []
  server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/llm-settings', () =>
    Response.json({ ...settings, version: 3, updated_at: at, updated_by: 'admin@example.com' }),
  )
  server.on('GET /api/admin/llm-settings/drafts', () => list([draft]))
  server.on('GET /api/admin/llm-settings/trials', () => list([]))
  server.on('GET /api/admin/evaluations', () =>
    list([run], { cases: { total: 2, enabled: 2, required: 1 }, judge_model: 'a-model' }),
  )
  server.on('GET /api/admin/evaluations/cases', () => list([]))
  server.on('GET /api/admin/evaluations/r1', () =>
    Response.json({ ...run, items: [result], next_cursor: null }),
  )
})

describe('Drafts', () => {
  it('are saved from the settings form under a name', async () => {
    record('POST /api/admin/llm-settings/drafts', () => Response.json({ ...draft, name: 'Shorter' }))
    renderSite('/admin', server)
    const prompt = await screen.findByLabelText('System prompt')
    await user.clear(prompt)
    await user.type(prompt, 'Be short.')
    await user.click(screen.getByRole('button', { name: 'Save as draft' }))
    await user.type(await screen.findByLabelText('Name of the draft'), 'Shorter{Enter}')
    await waitFor(() => expect(sent).toMatchObject([{ name: 'Shorter', system_prompt: 'Be short.' }]))
  })

  it('with regressions are published for a reason alone', async () => {
    record('POST /api/admin/llm-settings/drafts/d1/publish', () => Response.json({ ...settings, version: 4 }))
    renderSite('/admin', server)
    await user.click(await screen.findByRole('button', { name: 'Publish Brief' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Regressions found')).toBeDefined()
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish anyway' })
    expect(confirm.disabled).toBe(true)
    await user.type(dialog.getByLabelText('Reason'), 'Too short')
    expect(confirm.disabled).toBe(true)
    await user.type(dialog.getByLabelText('Reason'), ', no more.')
    await user.click(confirm)
    expect(await screen.findByText('“Brief” is published.')).toBeDefined()
    expect(sent).toEqual([{ version: 1, override_reason: 'Too short, no more.' }])
  })

  it('fill the form, and are saved as the next version', async () => {
    record('PUT /api/admin/llm-settings/drafts/d1', () => Response.json({ ...draft, version: 2 }))
    renderSite('/admin', server)
    await user.click(await screen.findByRole('button', { name: 'Edit Brief' }))
    expect(screen.getByText('1 setting differs from what is published')).toBeDefined()
    await user.type(screen.getByLabelText('System prompt'), ' Always.')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    await waitFor(() => expect(sent).toMatchObject([{ version: 1, system_prompt: 'Be brief. Always.' }]))
  })
})

describe('Evaluations', () => {
  it('start with a draft, and with a judge where one is configured', async () => {
    record('POST /api/admin/evaluations', () => Response.json({ ...run, status: 'done' }))
    renderSite('/admin/evaluations', server)
    expect(await screen.findByText('2 cases, 1 of them required')).toBeDefined()
    expect(screen.getByText(/a-model accepts 1 of 2/u)).toBeDefined()
    await user.click(screen.getByRole('checkbox', { name: 'Have a-model judge the answers, too' }))
    await user.click(screen.getByRole('button', { name: 'Run evaluation' }))
    await waitFor(() => expect(sent).toEqual([{ draft_id: 'd1', judge: true }]))
  })

  it('name a load failure, and the sentence of a refusal', async () => {
    server.on('GET /api/admin/evaluations/cases', () => failure(503, 'Down.'))
    server.on('POST /api/admin/evaluations', () => failure(409, 'There are no cases to evaluate.'))
    renderSite('/admin/evaluations', server)
    await user.click(await screen.findByRole('button', { name: 'Run evaluation' }))
    expect(await screen.findByText('There are no cases to evaluate.')).toBeDefined()
    expect(await screen.findByText('Load error', undefined, { timeout: 10_000 })).toBeDefined()
  }, 20_000)

  it('that do not exist are named as such, without an offer to try again', async () => {
    server.on('GET /api/admin/evaluations/gone', () => failure(404, 'Evaluation not found.'))
    renderSite('/admin/evaluations/gone', server)
    const text = 'There is no such evaluation. It may have been deleted with its draft.'
    expect(await screen.findByText(text, undefined, { timeout: 10_000 })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.getByRole('link', { name: 'All evaluations' })).toBeDefined()
  }, 20_000)

  it('show each case with both answers, and filter it', async () => {
    let asked = ''
    server.on('GET /api/admin/evaluations/r1', (_request, url) => {
      asked = url.searchParams.get('show') ?? ''
      return Response.json({ ...run, items: [result], next_cursor: null })
    })
    renderSite('/admin/evaluations/r1', server)
    const entry = (await screen.findByRole('heading', { name: 'How much zinc?' })).closest('li')
    expect(entry?.textContent).toContain('Regression in safety')
    expect(entry?.textContent).toContain('No banned claims: Failed · found: cures')
    expect(within(entry ?? document.body).getByRole('region', { name: 'Published' }).textContent).toContain(
      'Zinc.',
    )
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Worse than published')
    await waitFor(() => expect(asked).toBe('regressed'))
  })

  it('take a case with its expectations', async () => {
    record('POST /api/admin/evaluations/cases', () => failure(422, 'There is no such entry.'))
    renderSite('/admin/evaluations', server)
    await user.click(await screen.findByRole('button', { name: 'Add a case' }))
    await user.type(await screen.findByLabelText('Question'), 'And zinc?')
    await user.type(screen.getByLabelText('Earlier messages (optional)'), 'User: Hello')
    await user.type(screen.getByLabelText('Must contain'), 'mg{Enter}zinc')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('There is no such entry.')).toBeDefined()
    expect(sent).toMatchObject([
      {
        question: 'And zinc?',
        history: [{ role: 'user', content: 'Hello' }],
        expectations: { outcome: 'answered', safety: 'none', must_contain: ['mg', 'zinc'], max_grade: null },
        required: true,
      },
    ])
  })
})

describe('The articles that a case must cite', () => {
  const article = (id: string, title: string) => ({
    id,
    slug: id,
    title,
    author: 'NIH',
    url: '',
    topic: '',
    language: 'en',
    status: 'published',
    review_by: null,
    passages: 3,
    source_id: null,
    client_id: null,
    client: null,
    version: 1,
    updated_at: at,
    updated_by: null,
  })
  const stored = {
    id: 'c1',
    source: 'manual',
    question: 'And zinc?',
    history: [],
    language: 'en',
    widget_id: null,
    widget: null,
    client_id: null,
    client: null,
    required: true,
    enabled: true,
    version: 4,
    updated_at: at,
    updated_by: null,
    articles: [{ id: 'a1', title: 'Zinc for adults' }],
    expectations: {
      outcome: null,
      must_cite: ['a1', 'gone'],
      must_contain: [],
      must_not_contain: [],
      safety: null,
      severity: null,
      language: null,
      max_grade: null,
    },
  }

  it('are searched by title and picked with the keyboard, at most ten', async () => {
    const searches: string[] = []
    server.on('GET /api/admin/knowledge/articles', (_request, url) => {
      searches.push(url.searchParams.toString())
      return list([article('a1', 'Zinc for adults'), article('a2', 'Zinc for children')])
    })
    record('POST /api/admin/evaluations/cases', () => failure(422, 'There is no such entry.'))
    renderSite('/admin/evaluations', server)
    await user.click(await screen.findByRole('button', { name: 'Add a case' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Question'), 'And zinc?')
    const search = dialog.getByRole('searchbox', { name: 'Search articles by title' })
    await user.type(search, 'zinc{Enter}')
    const add = await dialog.findByRole('button', { name: 'Add Zinc for children' })
    expect(searches).toEqual(['q=zinc&status=published&limit=10'])
    expect(sent).toEqual([])
    add.focus()
    await user.keyboard('{Enter}')
    const picked = within(dialog.getByRole('list', { name: 'Articles that it must cite' }))
    expect(picked.getByText('Zinc for children')).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Add Zinc for children' })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(search))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toMatchObject([{ expectations: { must_cite: ['a2'] } }]))
  })

  it('are shown by title and removed, also a deleted one', async () => {
    server.on('GET /api/admin/evaluations/cases', () => list([stored]))
    record('PUT /api/admin/evaluations/cases/c1', () => Response.json({ ...stored, version: 5 }))
    renderSite('/admin/evaluations', server)
    await user.click(await screen.findByRole('button', { name: 'Edit: And zinc?' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Zinc for adults')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Remove A deleted article' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toMatchObject([{ version: 4, expectations: { must_cite: ['a1'] } }]))
  })
})

describe('A trial', () => {
  it('compares both sides, and is stopped after a question', async () => {
    const arm = {
      answered: share,
      uncovered: share,
      safety: share,
      up: { ...share, n: 0 },
      down: share,
      cost: null,
    }
    const trial = {
      id: 't1',
      draft_id: 'd1',
      draft_name: 'Brief',
      draft_version: 1,
      share: 10,
      started_at: at,
      started_by: null,
      ended_at: null,
      end: null,
      draft: arm,
      published: arm,
    }
    server.on('GET /api/admin/llm-settings/trials', () => list([trial]))
    server.on('POST /api/admin/llm-settings/trials/t1/stop', () => Response.json({ ...trial, ended_at: at }))
    renderSite('/admin/evaluations', server)
    expect(await screen.findByText('“Brief” answers 10 % of the visitors.')).toBeDefined()
    const row = screen.getByRole('row', { name: /^Answered/u })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['1 of 2 · 50% (10% to 90%)', '1 of 2 · 50% (10% to 90%)'])
    await user.click(screen.getByRole('button', { name: 'Stop trial' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stop trial' }),
    )
    await waitFor(() => {
      expect(server.requests).toContain('POST /api/admin/llm-settings/trials/t1/stop')
    })
  })
})
