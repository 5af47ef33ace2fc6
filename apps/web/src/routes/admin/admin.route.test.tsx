import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeApi, failure, session, silence } from '../../testing/fake-api.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

const path = '/api/admin/llm-settings'
const settings = {
  system_prompt: 'Be kind.',
  inline_tag_prompt: 'Mark sources.',
  image_desc_prompt: 'Look closely.',
  conv_title_prompt: 'Six words.',
  gemini_model: '',
  temperature: 0.6,
  thinking_enabled: false,
  thinking_lines: 5,
  search_tool_name: 'search_knowledge',
  search_tool_description: 'Searches.',
  search_tool_schema: { type: 'object' },
  search_tool_use_prev_context: true,
  search_tool_expand_short: true,
}
const stored = {
  ...settings,
  version: 3,
  updated_at: '2026-03-01T10:00:00.000Z',
  updated_by: 'a@example.com',
}
const widgetPrompt = 'widget:019a0000-0000-7000-8000-000000000001'
const deletedPrompt = 'widget:019a0000-0000-7000-8000-00000000dead'
const prompts = [
  { id: 'master', source: 'master', name: 'Be kind.', text: 'Be kind.\nBe right.' },
  { id: widgetPrompt, source: 'widget', name: 'Shop', text: 'Sell nothing.' },
  { id: 'prompt:019a0000-0000-7000-8000-000000000002', source: 'saved', name: 'Rhyme.', text: 'Rhyme.' },
]
const lists = { allowed_tools: [], allowed_authors: [], allowed_models: [], system_prompts: [] }

let server: FakeApi
let sent: unknown[]
const user = userEvent.setup()

beforeEach(() => {
  localStorage.clear()
  // A link to a section leaves its fragment in the address of the document.
  history.replaceState(null, '', '/')
  sent = []
  server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on(`GET ${path}`, () => Response.json(stored))
  server.on(`POST ${path}`, async (request) => {
    const body = Object(await request.json())
    sent.push(body)
    return Response.json({ ...stored, ...body, version: 4 })
  })
  server.on('GET /api/tools', () => Response.json({ tools: [{ name: 'search_knowledge', description: '' }] }))
  server.on('GET /api/authors', () =>
    Response.json({ authors: ['NIH', 'CDC', 'FDA'].map((name) => ({ name, count: 1 })) }),
  )
  server.on('GET /api/admin/entitlements/options', () =>
    Response.json({ models: ['local', 'tiny'], system_prompts: prompts }),
  )
  server.on('POST /api/admin/entitlements', async (request) => {
    sent.push(await request.json())
    return Response.json({ ok: true, entitlements: { ...lists, allowed_authors: ['CDC', 'NIH'] } })
  })
})

async function open() {
  const site = renderSite('/admin', server)
  await screen.findByRole('textbox', { name: 'System prompt' })
  return site
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const number = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const part = (title: string) => {
  const section = screen.getByRole('heading', { name: title }).closest('details')
  if (section === null) throw new Error(`There is no section ${title}.`)
  return within(section)
}
async function type(box: HTMLElement, text: string) {
  await user.clear(box)
  if (text !== '') await user.click(box)
  if (text !== '') await user.paste(text)
}

describe('the Admin Dashboard', () => {
  it('has its sections, each of which folds away', async () => {
    await open()
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles).toEqual([
      'LLM Prompts',
      'Model & Inference',
      'Search Tool',
      'Drafts',
      'History',
      'LLM Debug',
      'Entitlements lookup',
      'User Entitlements Editor',
    ])
    const section = screen.getByRole('heading', { name: 'LLM Prompts' }).closest('details')
    expect(section?.open).toBe(true)
    await user.click(screen.getByRole('heading', { name: 'LLM Prompts' }))
    expect(section?.open).toBe(false)
  })

  it('leads to each section by a link, which unfolds a folded one', async () => {
    await open()
    const navigation = within(screen.getByRole('navigation', { name: 'On this page' }))
    const links = navigation.getAllByRole<HTMLAnchorElement>('link')
    const sections = links.map(({ hash }) => document.getElementById(hash.slice(1)))
    expect(sections.map((section) => section?.querySelector('h2')?.textContent)).toEqual(
      links.map(({ textContent }) => textContent),
    )
    const history = screen.getByRole('heading', { name: 'History' }).closest('details')
    expect(history?.open).toBe(false)
    await user.click(screen.getByRole('link', { name: 'History' }))
    expect(history?.open).toBe(true)
    expect(screen.getByRole('link', { name: 'Clients' })).toBeDefined()
  })

  it('does not call the lists of entitlements empty while they load', async () => {
    server.on('GET /api/admin/entitlements/options', silence)
    await open()
    const editor = part('User Entitlements Editor')
    expect(editor.getByRole('group', { name: /^Authors/u }).querySelector('[data-loading]')).not.toBeNull()
    expect(editor.queryByText('Nothing to choose from.')).toBeNull()
  })

  it('has a link to the Configurator editor, and the note that changes may take about 15 minutes', async () => {
    await open()
    const areas = screen.getByRole('navigation', { name: 'Administration' })
    expect(within(areas).getByRole('link', { name: 'Configurator' }).getAttribute('href')).toBe(
      '/admin/configurators',
    )
    expect(screen.getByText('Changes may take about 15 minutes to show because of caching.')).toBeDefined()
  })

  it('has defaults where the server leaves settings out: temperature 0.6, thinking lines 5, search_knowledge, both switches on', async () => {
    const { temperature, thinking_lines, search_tool_name, ...rest } = stored
    const { search_tool_use_prev_context, search_tool_expand_short, ...few } = rest
    expect([temperature, thinking_lines, search_tool_name]).toEqual([0.6, 5, 'search_knowledge'])
    expect([search_tool_use_prev_context, search_tool_expand_short]).toEqual([true, true])
    server.on(`GET ${path}`, () => Response.json(few))
    await open()
    expect(number('Temperature').value).toBe('0.6')
    expect(number('Max thought lines').value).toBe('5')
    expect(field('Tool name').value).toBe('search_knowledge')
    for (const name of ['Include previous context', 'Expand short or ambiguous messages']) {
      expect(screen.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(true)
    }
  })

  it("says 'Load error', and tries again", async () => {
    server.on(`GET ${path}`, () => failure(500, 'Broken'))
    renderSite('/admin', server)
    expect(await screen.findByText('Load error')).toBeDefined()
    server.on(`GET ${path}`, () => Response.json(stored))
    await press('Try again')
    expect(await screen.findByRole('textbox', { name: 'System prompt' })).toBeDefined()
  })
})

describe('LLM Prompts and Model & Inference', () => {
  it('show every setting: temperature 0 to 2 by 0.1, max thought lines 1 to 20', async () => {
    await open()
    for (const [name, value] of [
      ['System prompt', 'Be kind.'],
      ['Inline tag prompt', 'Mark sources.'],
      ['Image description system prompt', 'Look closely.'],
      ['Conversation title prompt', 'Six words.'],
      ['Model name', ''],
    ] as const) {
      expect(field(name).value).toBe(value)
    }
    const { min, max, step, value } = number('Temperature')
    expect({ min, max, step, value }).toEqual({ min: '0', max: '2', step: '0.1', value: '0.6' })
    expect(number('Max thought lines')).toMatchObject({ min: '1', max: '20', value: '5' })
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Thinking traces' }).checked).toBe(false)
  })

  it('Save All sends every setting with its version, shows Saving…, then a status', async () => {
    await open()
    await type(field('System prompt'), 'Be brief.')
    let answer = (_response: Response) => {}
    server.on(`POST ${path}`, async (request) => {
      sent.push(await request.json())
      return new Promise((resolve) => {
        answer = resolve
      })
    })
    await press('Save All')
    expect(await screen.findByRole('button', { name: 'Saving…' })).toBeDefined()
    answer(Response.json({ ...stored, system_prompt: 'Be brief.', version: 4 }))
    expect(await screen.findByText('Saved.')).toBeDefined()
    expect(sent).toEqual([{ ...settings, system_prompt: 'Be brief.', base_version: 3 }])
    expect(screen.getByText('No unsaved changes')).toBeDefined()
  })

  it('the temperature is sent as the decimal that is typed, the thought lines as an integer', async () => {
    await open()
    await type(number('Temperature'), '1.30')
    await type(number('Max thought lines'), '20')
    await press('Save All')
    await screen.findByText('Saved.')
    expect(sent).toMatchObject([{ temperature: 1.3, thinking_lines: 20 }])
  })

  it('an empty temperature is 0.6 and empty thought lines are 5', async () => {
    server.on(`GET ${path}`, () => Response.json({ ...stored, temperature: 1, thinking_lines: 9 }))
    await open()
    await type(number('Temperature'), '')
    await type(number('Max thought lines'), '')
    await press('Save All')
    await screen.findByText('Saved.')
    expect(sent).toMatchObject([{ temperature: 0.6, thinking_lines: 5 }])
  })

  it.each([
    ['Temperature', '2.1', 'Temperature must be from 0 to 2.'],
    ['Temperature', '-0.1', 'Temperature must be from 0 to 2.'],
    ['Max thought lines', '21', 'Max thought lines must be from 1 to 20.'],
    ['Max thought lines', '0', 'Max thought lines must be from 1 to 20.'],
    ['Max thought lines', '2.5', 'Max thought lines must be from 1 to 20.'],
  ])('%s of %s is said to be wrong at once, and is not saved', async (name, value, message) => {
    await open()
    await type(number(name), value)
    expect(screen.getByText(message)).toBeDefined()
    expect(number(name).getAttribute('aria-invalid')).toBe('true')
    await press('Save All')
    expect(await screen.findAllByText(message)).toHaveLength(2)
    expect(document.activeElement).toBe(number(name))
    expect(sent).toEqual([])
  })

  it.each([
    ["the server's error", () => failure(422, 'The prompt is too long.'), 'The prompt is too long.'],
    ['its detail', () => Response.json({ detail: 'Not now.' }, { status: 503 }), 'Not now.'],
    ["'Error: HTTP {status}'", () => new Response('', { status: 502 }), 'Error: HTTP 502'],
    ["'Save failed'", () => Promise.reject(new TypeError('Failed to fetch')), 'Save failed'],
  ])('a failed save shows %s and keeps what was typed', async (_, answer, message) => {
    server.on(`POST ${path}`, answer)
    await open()
    await type(field('System prompt'), 'Be brief.')
    await press('Save All')
    expect(await screen.findByText(message)).toBeDefined()
    expect(field('System prompt').value).toBe('Be brief.')
  })

  it('shows what will change before it is saved, and takes it back', async () => {
    await open()
    await type(field('Model name'), 'tiny')
    await user.click(screen.getByRole('checkbox', { name: 'Thinking traces' }))
    await user.click(screen.getByText('2 unsaved changes'))
    expect(screen.getByText('tiny', { selector: 'pre' })).toBeDefined()
    await press('Discard changes')
    expect(field('Model name').value).toBe('')
    expect(screen.getByText('No unsaved changes')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save All' }))
  })
})

describe('Search Tool', () => {
  it('is search_knowledge with both switches on, and Save Tool sends the tool alone', async () => {
    await open()
    expect(field('Tool name').value).toBe('search_knowledge')
    await user.click(screen.getByRole('checkbox', { name: 'Include previous context', checked: true }))
    await user.click(
      screen.getByRole('checkbox', { name: 'Expand short or ambiguous messages', checked: true }),
    )
    await type(field('System prompt'), 'Not yet.')
    await press('Save Tool')
    await screen.findByText('Saved.')
    expect(sent).toEqual([
      {
        search_tool_name: 'search_knowledge',
        search_tool_description: 'Searches.',
        search_tool_schema: { type: 'object' },
        search_tool_use_prev_context: false,
        search_tool_expand_short: false,
        base_version: 3,
      },
    ])
    expect(field('System prompt').value).toBe('Not yet.')
    expect(screen.getByText('1 unsaved change')).toBeDefined()
  })

  it("Save Tool shows 'Saving…', and beside itself why it failed", async () => {
    let answer = (_response: Response) => {}
    server.on(`POST ${path}`, () => new Promise((resolve) => (answer = resolve)))
    await open()
    await type(field('Description'), 'Finds.')
    await press('Save Tool')
    const tool = part('Search Tool')
    expect(await tool.findByRole('button', { name: 'Saving…' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Save All' })).toBeDefined()
    answer(failure(422, 'The name is taken.'))
    expect(await tool.findByText('The name is taken.')).toBeDefined()
    expect(field('Description').value).toBe('Finds.')
  })

  it("says 'Invalid Parameters JSON Schema: ' and why, and where, while it is typed", async () => {
    await open()
    const area = field('Parameters JSON schema')
    await type(area, '{\n  "type": object\n}')
    expect(screen.getByText(/^Invalid Parameters JSON Schema: Unexpected token/u)).toBeDefined()
    expect(screen.getByText('Line 2, column 11')).toBeDefined()
    expect(area.getAttribute('aria-invalid')).toBe('true')
    const described = (area.getAttribute('aria-describedby') ?? '').split(' ')
    expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(
      'Invalid Parameters JSON Schema: ',
    )
    await press('Go to the error')
    expect(document.activeElement).toBe(area)
    expect(area.selectionStart).toBe(12)
    await press('Save Tool')
    expect(screen.getAllByText(/^Invalid Parameters JSON Schema: /u)).toHaveLength(2)
    await press('Save All')
    expect(screen.getAllByText(/^Invalid Parameters JSON Schema: /u)).toHaveLength(2)
    expect(sent).toEqual([])
    await type(area, '{"type": "object"}')
    expect(screen.queryByText(/^Invalid Parameters JSON Schema: /u)).toBeNull()
    expect(screen.getByText('Valid JSON')).toBeDefined()
  })

  it('is typed in an editor: a new line begins where it belongs, and Format puts all in order', async () => {
    await open()
    const area = field('Parameters JSON schema')
    await type(area, '{}')
    area.setSelectionRange(1, 1)
    await user.keyboard('{Enter}"a": 1')
    expect(area.value).toBe('{\n  "a": 1\n}')
    await type(area, '{"a":[1]}')
    await press('Format')
    expect(area.value).toBe('{\n  "a": [\n    1\n  ]\n}')
    await user.keyboard('{Tab}')
    expect(document.activeElement).not.toBe(area)
  })

  it.each(['[]', '"text"', '7', 'null'])('takes no %s for a schema', async (text) => {
    await open()
    await type(field('Parameters JSON schema'), text)
    expect(screen.getByText('Invalid Parameters JSON Schema: it is no JSON object')).toBeDefined()
  })

  it('sends an empty schema as an empty object', async () => {
    await open()
    await type(field('Parameters JSON schema'), ' ')
    await press('Save Tool')
    await screen.findByText('Saved.')
    expect(sent).toMatchObject([{ search_tool_schema: {} }])
  })
})

describe('two admins', () => {
  const theirs = { ...stored, version: 4, temperature: 1.1, updated_by: 'other@example.com' }
  async function collide() {
    await open()
    await type(field('System prompt'), 'Mine.')
    server.on(`POST ${path}`, () =>
      Response.json({ error: 'Somebody else has saved.', code: 'conflict' }, { status: 409 }),
    )
    server.on(`GET ${path}`, () => Response.json({ ...theirs, system_prompt: 'Theirs.' }))
    await press('Save All')
    expect(await screen.findByText('Somebody else has saved the settings in the meantime.')).toBeDefined()
    const box = screen.getByRole('button', { name: 'Keep mine' }).closest<HTMLElement>('[role=alert]')
    if (box === null) throw new Error('There is no box around the conflict.')
    const alert = within(box)
    expect(document.activeElement?.contains(box)).toBe(true)
    expect(alert.getByText('Mine.')).toBeDefined()
    expect(alert.getByText('Theirs.')).toBeDefined()
    expect(alert.getByText(/^Saved by other@example\.com, /u)).toBeDefined()
    server.on(`POST ${path}`, async (request) => {
      const body = Object(await request.json())
      sent.push(body)
      return Response.json({ ...theirs, ...body, version: 5 })
    })
  }

  it('see both versions, and one’s own changes go on top of theirs', async () => {
    await collide()
    await press('Keep mine')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save All' }))
    expect(field('System prompt').value).toBe('Mine.')
    expect(number('Temperature').value).toBe('1.1')
    await press('Save All')
    await screen.findByText('Saved.')
    expect(sent).toMatchObject([{ system_prompt: 'Mine.', temperature: 1.1, base_version: 4 }])
  })

  it('see both versions, and theirs is taken', async () => {
    await collide()
    await press('Take theirs')
    expect(field('System prompt').value).toBe('Theirs.')
    expect(screen.getByText('No unsaved changes')).toBeDefined()
  })
})

describe('History', () => {
  it('shows who saved what and when, and restores a version', async () => {
    server.on(`GET ${path}/history`, () =>
      Response.json({
        items: [
          {
            version: 3,
            saved_at: stored.updated_at,
            saved_by: 'a@example.com',
            restored_from: null,
            settings,
          },
          {
            version: 2,
            saved_at: '2026-02-01T10:00:00.000Z',
            saved_by: null,
            restored_from: 1,
            settings: { ...settings, system_prompt: 'Older.' },
          },
          { version: 0, saved_at: null, saved_by: null, restored_from: null, settings },
        ],
        next_cursor: null,
      }),
    )
    server.on(`POST ${path}/restore`, async (request) => {
      sent.push(await request.json())
      return Response.json({ ...stored, system_prompt: 'Older.', version: 4 })
    })
    await open()
    await user.click(screen.getByRole('heading', { name: 'History' }))
    const history = part('History')
    expect(await history.findByText('Version 3', { selector: 'strong' })).toBeDefined()
    expect(history.getByText(/^a deleted account, .* · restored from version 1$/u)).toBeDefined()
    expect(history.getByText('Older.').closest('dd')?.textContent).toBe('Version 2Older.')
    expect(history.getByText('Be kind.').closest('dd')?.textContent).toBe('Version 3Be kind.')
    await user.click(history.getByRole('button', { name: 'Restore version 2' }))
    await user.click(await screen.findByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('Version 2 is restored.')).toBeDefined()
    expect(sent).toEqual([{ version: 2, base_version: 3 }])
    expect(field('System prompt').value).toBe('Older.')

    expect(history.getByText('In use until the first save.')).toBeDefined()
    await user.click(history.getByRole('button', { name: 'Restore the defaults' }))
    await user.click(await screen.findByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('The defaults are restored.')).toBeDefined()
    expect(sent.at(-1)).toEqual({ version: 0, base_version: 4 })
  })
})

describe('LLM Debug', () => {
  const decision = {
    rpc_query: 'How much iron do women need?',
    tool: 'search_knowledge',
    arguments: { query: 'How much iron do women need?' },
    result: { passages: [{ title: 'Iron' }] },
    timings: { decision: 12, search: 34, total: 46 },
    answer: null,
  }

  it('runs a decision with query, conversation and tools, and shows the derived RPC query, the result and the timings', async () => {
    server.on('POST /api/tools/debug-decision', async (request) => {
      sent.push(await request.json())
      return Response.json(decision)
    })
    await open()
    const debug = part('LLM Debug')
    const run = debug.getByRole<HTMLButtonElement>('button', { name: 'Run Decision' })
    expect(run.disabled).toBe(true)
    await type(field('Query'), 'and for women?')
    await type(field('Conversation (optional)'), 'User: How much iron?\nAssistant: 8 mg.\nFor men.')
    await user.click(await debug.findByRole('checkbox', { name: /^Select All/u }))
    await user.click(run)
    expect(await debug.findByText('How much iron do women need?')).toBeDefined()
    expect(debug.getByText(/"title": "Iron"/u)).toBeDefined()
    expect(debug.getByText('34 ms')).toBeDefined()
    expect(sent).toEqual([
      {
        query: 'and for women?',
        conversation: [
          { role: 'user', content: 'How much iron?' },
          { role: 'assistant', content: '8 mg.\nFor men.' },
        ],
        tools: ['search_knowledge'],
      },
    ])
  })

  it('tries the unsaved settings', async () => {
    server.on('POST /api/tools/debug-decision', async (request) => {
      sent.push(await request.json())
      return Response.json({ ...decision, tool: null, rpc_query: '', answer: 'Arr.' })
    })
    await open()
    await type(field('System prompt'), 'Be a pirate.')
    await type(field('Query'), 'Iron?')
    await user.click(screen.getByRole('checkbox', { name: 'Use the unsaved settings' }))
    await user.click(screen.getByRole('checkbox', { name: 'Write the answer, too' }))
    await press('Run Decision')
    expect(await screen.findByText('Arr.')).toBeDefined()
    expect(screen.getByText('The model called no tool.')).toBeDefined()
    expect(sent).toMatchObject([{ settings: { system_prompt: 'Be a pirate.' }, answer: true }])
  })

  it('says why a run failed', async () => {
    server.on('POST /api/tools/debug-decision', () => failure(503, 'The assistant is very busy right now.'))
    await open()
    await type(field('Query'), 'Iron?')
    await press('Run Decision')
    expect(await screen.findByText('The assistant is very busy right now.')).toBeDefined()
  })
})

describe('Entitlements lookup', () => {
  it('shows the result and the 20 most recent widget signups', async () => {
    server.on('GET /api/admin/entitlements', (_request, url) => {
      sent.push(url.searchParams.get('email'))
      return Response.json({
        entitlements: { ...lists, allowed_authors: ['NIH'] },
        has_account: false,
        signups: Array.from({ length: 20 }, (_, index) => ({
          email: `signup-${index}@example.com`,
          created_at: '2026-03-01T10:00:00.000Z',
          embed_id: null,
        })),
      })
    })
    await open()
    const lookup = part('Entitlements lookup')
    await user.click(lookup.getByRole('button', { name: 'Look up' }))
    expect((await lookup.findByText('Please enter an email address.')).role).toBe('alert')
    expect(document.activeElement).toBe(lookup.getByRole('textbox', { name: 'User email' }))
    await type(lookup.getByRole('textbox', { name: 'User email' }), ' a@example.com ')
    await user.click(lookup.getByRole('button', { name: 'Look up' }))
    expect(await lookup.findByText('NIH')).toBeDefined()
    expect(lookup.getByText(/^No account has this address yet\./u)).toBeDefined()
    expect(lookup.getAllByRole('button', { name: /^signup-/u })).toHaveLength(20)
    await user.click(lookup.getByRole('button', { name: 'signup-7@example.com' }))
    expect(document.activeElement).toBe(lookup.getByRole('textbox', { name: 'User email' }))
    await waitFor(() => {
      expect(sent).toEqual(['a@example.com', 'signup-7@example.com'])
    })
  })
})

describe('a failed lookup', () => {
  it.each([
    ["the server's error", () => failure(422, 'That is no address.'), 'That is no address.'],
    ["'Error: HTTP {status}'", () => new Response('', { status: 502 }), 'Error: HTTP 502'],
  ])('shows %s', async (_, answer, message) => {
    server.on('GET /api/admin/entitlements', answer)
    await open()
    const lookup = part('Entitlements lookup')
    await type(lookup.getByRole('textbox', { name: 'User email' }), 'a@example.com')
    await user.click(lookup.getByRole('button', { name: 'Look up' }))
    expect(await lookup.findByText(message)).toBeDefined()
  })
})

describe('Entitlements lookup', () => {
  it('shows prompts by name, and 20 sign-ups of a server that sends more', async () => {
    server.on('GET /api/admin/entitlements', () =>
      Response.json({
        entitlements: { ...lists, system_prompts: ['master', deletedPrompt] },
        signups: Array.from({ length: 30 }, (_, index) => ({
          email: `signup-${index}@example.com`,
          created_at: '2026-03-01T10:00:00.000Z',
          embed_id: null,
        })),
      }),
    )
    await open()
    const lookup = part('Entitlements lookup')
    await type(lookup.getByRole('textbox', { name: 'User email' }), 'a@example.com')
    await user.click(lookup.getByRole('button', { name: 'Look up' }))
    expect(await lookup.findByText('Master prompt: Be kind.')).toBeDefined()
    expect(lookup.getByText('Deleted prompt (the master prompt is used)')).toBeDefined()
    const signups = lookup.getAllByRole('button', { name: /^signup-/u })
    expect(signups.map(({ textContent }) => textContent)).toEqual(
      Array.from({ length: 20 }, (_, index) => `signup-${index}@example.com`),
    )
  })
})

describe('User Entitlements Editor', () => {
  async function openEditor() {
    await open()
    const editor = part('User Entitlements Editor')
    await editor.findByRole('checkbox', { name: 'NIH' })
    await type(editor.getByRole('textbox', { name: 'User email' }), 'a@example.com')
    return editor
  }

  it('has four searchable checklists, each with Select All', async () => {
    const editor = await openEditor()
    for (const label of ['Tools', 'Authors', 'Models', 'System prompts']) {
      const list = within(editor.getByRole('group', { name: new RegExp(`^${label}`, 'u') }))
      expect(list.getByRole('searchbox', { name: `Search ${label.toLowerCase()}` })).toBeDefined()
      expect(list.getByRole('checkbox', { name: `Select All ${label.toLowerCase()}` })).toBeDefined()
    }
    await user.type(editor.getByRole('searchbox', { name: 'Search authors' }), 'd')
    expect(editor.queryByRole('checkbox', { name: 'NIH' })).toBeNull()
    await user.click(editor.getByRole('checkbox', { name: 'Select All authors' }))
    await user.click(editor.getByRole('button', { name: 'Save (Merge)' }))
    expect(await editor.findByText('Saved.')).toBeDefined()
    expect(sent).toEqual([
      { email: 'a@example.com', mode: 'merge', ...lists, allowed_authors: ['CDC', 'FDA'] },
    ])
  })

  it('lists prompts by name, finds them by their text, and saves their ids', async () => {
    server.on('GET /api/admin/entitlements', () =>
      Response.json({ entitlements: { ...lists, system_prompts: [deletedPrompt] }, signups: [] }),
    )
    const editor = await openEditor()
    await user.click(editor.getByRole('button', { name: 'Load current' }))
    const list = within(editor.getByRole('group', { name: /^System prompts/u }))
    const gone = await list.findByRole('checkbox', {
      name: 'Deleted prompt (the master prompt is used)',
      checked: true,
    })
    await user.click(gone)
    expect(list.getByRole('checkbox', { name: 'Master prompt: Be kind.' })).toBeDefined()
    expect(list.getByRole('checkbox', { name: 'Rhyme.' })).toBeDefined()
    await user.type(list.getByRole('searchbox'), 'sell')
    expect(list.queryByRole('checkbox', { name: 'Rhyme.' })).toBeNull()
    await user.click(list.getByRole('checkbox', { name: 'Widget “Shop”: Sell nothing.' }))
    await user.click(editor.getByRole('button', { name: 'Save (Replace)' }))
    expect(await editor.findByText('Saved.')).toBeDefined()
    expect(sent).toEqual([
      { email: 'a@example.com', mode: 'replace', ...lists, system_prompts: [widgetPrompt] },
    ])
  })

  it('loads the current ones and replaces them', async () => {
    server.on('GET /api/admin/entitlements', () =>
      Response.json({ entitlements: { ...lists, allowed_authors: ['NIH', 'Gone'] }, signups: [] }),
    )
    const editor = await openEditor()
    await user.click(editor.getByRole('button', { name: 'Load current' }))
    await user.click(await editor.findByRole('checkbox', { name: 'Gone', checked: true }))
    await user.click(editor.getByRole('checkbox', { name: 'tiny' }))
    await user.click(editor.getByRole('button', { name: 'Save (Replace)' }))
    expect(await editor.findByText('Saved.')).toBeDefined()
    expect(sent).toEqual([
      {
        email: 'a@example.com',
        mode: 'replace',
        ...lists,
        allowed_authors: ['NIH'],
        allowed_models: ['tiny'],
      },
    ])
  })

  it.each([
    ["'Error: ' plus the server error", () => failure(500, 'Broken.'), 'Error: Broken.'],
    [
      "'Error: ' plus the detail",
      () => Response.json({ detail: 'Not now.' }, { status: 500 }),
      'Error: Not now.',
    ],
    ["'Error: ' plus 'HTTP {status}'", () => new Response('', { status: 502 }), 'Error: HTTP 502'],
    ["'Save failed' without an answer", () => Promise.reject(new TypeError('offline')), 'Save failed'],
  ])('a failed save shows %s', async (_, answer, message) => {
    server.on('POST /api/admin/entitlements', answer)
    const editor = await openEditor()
    await user.click(editor.getByRole('button', { name: 'Save (Merge)' }))
    expect(await editor.findByText(message)).toBeDefined()
  })

  it('ignores failures of loading lists silently', async () => {
    server.on('GET /api/authors', () => failure(500, 'Broken'))
    await open()
    const editor = part('User Entitlements Editor')
    expect(await editor.findByRole('checkbox', { name: 'tiny' })).toBeDefined()
    expect(editor.getByRole('group', { name: /^Authors/u }).textContent).toContain('Nothing to choose from.')
    expect(screen.queryByText(/error|Broken/u)).toBeNull()
  })
})

describe('leaving with unsaved changes', () => {
  it('asks first', async () => {
    const { history } = await open()
    await type(field('System prompt'), 'Mine.')
    await user.click(screen.getByRole('link', { name: 'About' }))
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeDefined()
    await press('Stay')
    expect(history.location.pathname).toBe('/admin')
    expect(field('System prompt').value).toBe('Mine.')
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    await user.click(screen.getByRole('link', { name: 'About' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => {
      expect(history.location.pathname).toBe('/about')
    })
  })

  it('asks about the entitlements that are checked, too, and not about those that are checked again', async () => {
    server.on('GET /api/admin/entitlements', () =>
      Response.json({ entitlements: { ...lists, allowed_authors: ['NIH', 'CDC'] }, signups: [] }),
    )
    const { history } = await open()
    const editor = part('User Entitlements Editor')
    await type(editor.getByRole('textbox', { name: 'User email' }), 'a@example.com')
    await user.click(editor.getByRole('button', { name: 'Load current' }))
    await user.click(await editor.findByRole('checkbox', { name: 'NIH', checked: true }))
    await user.click(screen.getByRole('link', { name: 'About' }))
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(history.location.pathname).toBe('/admin')
    await user.click(editor.getByRole('checkbox', { name: 'NIH', checked: false }))
    await user.click(screen.getByRole('link', { name: 'About' }))
    await waitFor(() => {
      expect(history.location.pathname).toBe('/about')
    })
  })

  it('asks nothing where nothing was changed', async () => {
    const { history } = await open()
    await type(field('System prompt'), 'Mine.')
    await type(field('System prompt'), 'Be kind.')
    await user.click(screen.getByRole('link', { name: 'About' }))
    await waitFor(() => {
      expect(history.location.pathname).toBe('/about')
    })
  })
})

describe('the audit log', () => {
  const entry = {
    id: '2',
    at: '2026-03-01T10:00:00.000Z',
    actor: 'a@example.com',
    action: 'update',
    kind: 'entitlements',
    subject: 'person@example.com',
    changes: [{ field: 'allowed_tools', before: [], after: ['search_knowledge'] }],
  }

  it('tells who changed what and when, page by page', async () => {
    server.on('GET /api/admin/audit', (_request, url) =>
      Response.json(
        url.searchParams.has('cursor')
          ? {
              items: [
                { ...entry, id: '1', actor: null, action: 'delete', kind: 'configurator', subject: 'Shop' },
              ],
            }
          : { items: [entry], next_cursor: '2' },
      ),
    )
    renderSite('/admin/audit', server)
    expect(await screen.findByText('Entitlements changed')).toBeDefined()
    expect(screen.getByText('a@example.com')).toBeDefined()
    expect(screen.getByText('Allowed tools')).toBeDefined()
    await press('Show older')
    expect(await screen.findByText('Widget deleted')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
    await waitFor(() => {
      expect(document.activeElement?.textContent).toMatch(/^Widget deleted/u)
    })
  })

  it('shows the security events of accounts, filtered by kind', async () => {
    const event = { ...entry, actor: null, kind: 'account', subject: '', changes: [] }
    const failure = {
      ...event,
      id: '3',
      action: 'sign_in',
      outcome: 'failure',
      count: 7,
      account: 'p@example.com',
    }
    const gone = {
      ...event,
      id: '4',
      action: 'account_deletion',
      outcome: 'success',
      count: 1,
      account: null,
    }
    server.on('GET /api/admin/audit', (_request, url) => {
      const isFiltered = url.searchParams.get('kind') === 'account'
      return Response.json({ items: isFiltered ? [gone, failure] : [entry], next_cursor: null })
    })
    renderSite('/admin/audit', server)
    expect(await screen.findByText('Entitlements changed')).toBeDefined()
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Security events')
    expect(await screen.findByText('Account deleted')).toBeDefined()
    const items = within(screen.getByRole('main')).getAllByRole('listitem')
    const shown = items.map(({ textContent }) => textContent).filter((text) => /Sign-in|Account/u.test(text))
    expect(shown[0]).toMatch(/^Account deleted(?:unknown or deleted account), /u)
    expect(shown[1]).toMatch(/^Sign-in · Failed · 7 times within an hourp@example\.com, /u)
  })

  it('says that nothing has been changed yet, or that it could not be loaded', async () => {
    server.on('GET /api/admin/audit', () => Response.json({ items: [], next_cursor: null }))
    const site = renderSite('/admin/audit', server)
    expect(await screen.findByText('Nothing has been changed yet.')).toBeDefined()
    site.unmount()
    server.on('GET /api/admin/audit', () => failure(500, 'Broken'))
    renderSite('/admin/audit', server)
    expect(await screen.findByText('Load error')).toBeDefined()
  })
})
