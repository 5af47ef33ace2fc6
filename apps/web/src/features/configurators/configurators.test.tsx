import { widgetDefaults } from '@org/api-client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { createFakeApi, failure, session } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

const first = {
  id: 'w1',
  name: 'Sleep clinic',
  client_owner: 'c1',
  active: true,
  allow_conversations: 'single',
  force_tool_calls: true,
  widget_theme: 'ivory',
  affiliate_code: 'clinic',
  widget_title: 'Ask the clinic',
  model: 'a-model',
  temperature: 0.4,
  system_prompt: 'Be brief.',
  allow_attachments: false,
  sidebar_collapsed: true,
  compose_placeholder: 'Ask us',
  allowed_tools: ['search_knowledge'],
  allowed_authors: ['NIH'],
  allowed_origins: ['https://clinic.example', 'null'],
  version: 3,
}
const second = {
  ...first,
  id: 'w2',
  name: '',
  client_owner: null,
  active: false,
  widget_title: '',
  version: 1,
}

type Item = typeof first | typeof second
type Body = Record<string, unknown>

/** A server that keeps widgets, signed in to as an admin. */
function createServer(items: Item[] = [first, second]) {
  const server = createFakeApi()
  const stored = new Map<string, Item>(items.map((item) => [item.id, item]))
  const sent: Body[] = []
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/admin/clients', () =>
    Response.json({ clients: [{ id: 'c1', email: 'client@example.com' }] }),
  )
  server.on('GET /api/authors', () =>
    Response.json({
      authors: [
        { name: 'NIH', count: 3 },
        { name: 'FDA', count: 1 },
      ],
    }),
  )
  server.on('GET /api/tools', () => Response.json({ tools: [{ name: 'search_knowledge', description: '' }] }))
  server.on('GET /api/admin/configurators', () => Response.json({ items: [...stored.values()] }))
  server.on('POST /api/admin/configurators', async (request) => {
    const body: Body = await request.clone().json()
    sent.push(body)
    const id = typeof body['id'] === 'string' ? body['id'] : 'w3'
    const before = stored.get(id)
    stored.set(id, {
      ...first,
      client_owner: null,
      ...before,
      ...body,
      id,
      version: (before?.version ?? 0) + 1,
    })
    return Response.json({ ok: true, id })
  })
  for (const id of ['w1', 'w2', 'w3']) {
    server.on(`DELETE /api/admin/configurators/${id}`, () => {
      stored.delete(id)
      return new Response(null, { status: 204 })
    })
    server.on(`POST /api/admin/configurators/${id}/active`, async (request) => {
      const { active }: Pick<Item, 'active'> = await request.clone().json()
      const item = stored.get(id)
      if (item === undefined) return failure(404, 'Widget not found.')
      stored.set(id, { ...item, active, version: item.version + 1 })
      return Response.json({ ok: true })
    })
    server.on(`GET /api/admin/configurators/${id}/history`, () => Response.json({ items: [] }))
    server.on(`GET /api/admin/configurators/${id}/sightings`, () => Response.json({ items: [] }))
  }
  return Object.assign(server, { sent, stored })
}

async function open(server = createServer(), path = '/admin/configurators') {
  const user = userEvent.setup()
  const site = renderSite(path, server)
  await screen.findByRole('heading', { level: 1, name: 'Configurator' })
  await screen.findByRole('heading', { level: 2, name: 'Widgets' })
  return { ...site, user, server }
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const step = (name: string) => button(new RegExp(`^\\d\\. ${name}$`, 'u'))
async function goTo(user: UserEvent, name: string) {
  await user.click(step(name))
  await screen.findByRole('heading', { level: 3, name })
}
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

describe('the step Appearance', () => {
  const appearance = () => screen.getByRole('button', { name: 'Appearance' })
  async function openStep() {
    const opened = await open(createServer(), '/admin/configurators?id=w1&step=6')
    await screen.findByRole('heading', { level: 3, name: 'Appearance' })
    return opened
  }

  it('is reached from the theme, and leads back into the numbered steps', async () => {
    const { user } = await open(createServer(), '/admin/configurators?id=w1&step=2')
    await user.click(await screen.findByRole('button', { name: 'Customize appearance' }))
    await screen.findByRole('heading', { level: 3, name: 'Appearance' })
    expect(appearance().getAttribute('aria-current')).toBe('step')
    await user.click(button('Next'))
    await screen.findByRole('heading', { level: 3, name: 'Authors and tools' })
    await user.click(appearance())
    await user.click(button('Back'))
    await screen.findByRole('heading', { level: 3, name: 'Theme' })
  })

  it('sends the look of a brand, and lists each change', async () => {
    const { user, server } = await openStep()
    await user.type(field('Accent colour'), '#B1004F')
    await user.type(field('Welcome text'), 'Welcome')
    await user.type(field('Starter questions'), 'One?\n\n Two? \nThree?')
    await user.type(field('Corner radius'), '8')
    await user.type(field('Label'), 'Ask us')
    await user.selectOptions(field('Position'), 'Top left')
    await user.selectOptions(field('Icon'), 'Leaf')
    await user.selectOptions(field('Font'), 'Newsreader')
    await user.selectOptions(field('Widget language'), 'Español')
    await user.type(field('Greeting'), 'Any questions?')
    await user.type(field('Pages with the greeting'), '/shop')
    expect(screen.getByText('11 unsaved changes')).toBeTruthy()
    await user.click(button('Generate / Save'))
    await screen.findByText('Saved.')
    expect(server.sent[0]).toMatchObject({
      appearance: {
        accent: '#b1004f',
        logo: null,
        avatar: null,
        welcome: 'Welcome',
        starters: ['One?', 'Two?', 'Three?'],
        position: 'top-left',
        icon: 'leaf',
        label: 'Ask us',
        radius: 8,
        font: 'newsreader',
        language: 'es',
        greeting: { text: 'Any questions?', seconds: 10, path: '/shop' },
      },
    })
  })

  it('names the readable shades of an accent, and those that it was adjusted to', async () => {
    const { user } = await openStep()
    await user.type(field('Accent colour'), '#0b3d63')
    expect(screen.getByText('Light: #0b3d63, readable (AA)')).toBeTruthy()
    expect(screen.getByText(/^Dark: adjusted to #[\da-f]{6} to be readable/u)).toBeTruthy()
    await user.click(button('Use the theme’s'))
    expect(field('Accent colour').value).toBe('')
  })

  it.each([
    ['Accent colour', 'red', 'Enter a colour as # and six digits, such as #b1004f.'],
    ['Starter questions', 'One?\nTwo?', 'Enter 3 to 6 questions of up to 120 characters each, or none.'],
    ['Corner radius', '33', 'Enter a whole number from 0 to 32.'],
  ])('leads back to a %s that the server would refuse', async (name, text, message) => {
    const { user, server } = await openStep()
    await user.type(field(name), text)
    await goTo(user, 'Basics')
    await user.click(button('Generate / Save'))
    expect(await screen.findByText(message)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field(name)))
    expect(server.sent).toEqual([])
  })

  it('takes a picture from the device, shows it, and removes it', async () => {
    const { user, server } = await openStep()
    const picture = new File([new Uint8Array([1, 2, 3])], 'logo.png', { type: 'image/png' })
    await user.upload(screen.getByLabelText('Choose image: Logo', { selector: 'input' }), picture)
    const shown = await screen.findByRole<HTMLImageElement>('img', { name: 'Logo, as chosen' })
    expect(shown.src).toBe('data:image/png;base64,AQID')
    await user.click(button('Generate / Save'))
    await screen.findByText('Saved.')
    expect(server.sent[0]).toMatchObject({ appearance: { logo: 'data:image/png;base64,AQID' } })
    await user.click(appearance())
    await user.click(button('Remove: Logo'))
    expect(screen.queryByRole('img', { name: 'Logo, as chosen' })).toBeNull()
  })

  it('refuses a picture of another type or of more than 1 MB', async () => {
    await openStep()
    const input = screen.getByLabelText('Choose image: Avatar', { selector: 'input' })
    fireEvent.change(input, { target: { files: [new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })] } })
    expect(await screen.findByText('Choose a PNG, JPEG, WebP or GIF file.')).toBeTruthy()
    const large = new File([new Uint8Array(1024 * 1024 + 1)], 'a.png', { type: 'image/png' })
    fireEvent.change(input, { target: { files: [large] } })
    expect(await screen.findByText('Choose a file of up to 1 MB.')).toBeTruthy()
    expect(screen.queryByRole('img', { name: 'Avatar, as chosen' })).toBeNull()
  })
})

describe('the list of existing widgets', () => {
  it('shows name or id, Active or Inactive, client owner, an Open link to /embed/{id}, and Edit; plus New', async () => {
    await open()
    await screen.findByText('client@example.com')
    const [named, nameless] = within(screen.getByRole('list', { name: 'Widgets' })).getAllByRole('listitem')
    expect(named?.textContent).toMatch(/^Sleep clinicActiveclient@example\.com/u)
    expect(nameless?.textContent).toMatch(/^w2InactiveNo client/u)
    expect(screen.getByRole('link', { name: 'Open Sleep clinic' }).getAttribute('href')).toBe('/embed/w1')
    expect(button('Edit w2')).toBeTruthy()
    expect(button('New')).toBeTruthy()
  })

  it('switches a widget off and on by one button, and names the reason when that fails', async () => {
    const { user, server } = await open()
    await user.click(button('Deactivate Sleep clinic'))
    await user.click(await screen.findByRole('button', { name: 'Activate Sleep clinic' }))
    await screen.findByRole('button', { name: 'Deactivate Sleep clinic' })
    server.on('POST /api/admin/configurators/w1/active', () => failure(503, 'The server is restarting.'))
    await user.click(button('Deactivate Sleep clinic'))
    expect(await screen.findByText('The status could not be changed: The server is restarting.')).toBeTruthy()
  })

  it('is searched by name, id and client, and filtered by status', async () => {
    const { user } = await open()
    const names = () =>
      within(screen.getByRole('list', { name: 'Widgets' }))
        .queryAllByRole('button', { name: /^Edit/u })
        .map((edit) => edit.getAttribute('aria-label'))
    await user.type(screen.getByRole('searchbox'), 'CLINIC')
    expect(names()).toEqual(['Edit Sleep clinic'])
    await user.clear(screen.getByRole('searchbox'))
    await user.selectOptions(field('Show'), 'Inactive')
    expect(names()).toEqual(['Edit w2'])
    await user.type(screen.getByRole('searchbox'), 'clinic')
    expect(screen.getByText('No widget matches.')).toBeTruthy()
  })

  it('names an address whose widget does not exist', async () => {
    const server = createServer()
    server.on('GET /api/admin/configurators', () => Response.json({ items: [first] }))
    renderSite('/admin/configurators?id=gone', server)
    expect(await screen.findByText('There is no widget with this id. It may have been deleted.')).toBeTruthy()
  })

  it("says 'Load error', and can be tried again", async () => {
    const server = createServer()
    server.on('GET /api/admin/configurators', () => failure(500, 'Broken'))
    const user = userEvent.setup()
    renderSite('/admin/configurators', server)
    await screen.findByText('Load error')
    server.on('GET /api/admin/configurators', () => Response.json({ items: [first] }))
    await user.click(button('Try again'))
    expect(await screen.findByText('Sleep clinic')).toBeTruthy()
  })
})

describe('the form', () => {
  it('selecting an item fills the form; New clears it', async () => {
    const { user } = await open()
    await user.click(button('Edit Sleep clinic'))
    const opened = await heading('Sleep clinic')
    await waitFor(() => expect(document.activeElement).toBe(opened))
    expect(field('Name').value).toBe('Sleep clinic')
    expect(field('Conversations').value).toBe('single')
    expect(field('Widget title').value).toBe('Ask the clinic')
    expect(field('Allowed origins').value).toBe('https://clinic.example\nnull')
    await goTo(user, 'Theme')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Ivory/u }).checked).toBe(true)
    await goTo(user, 'Behaviour and model')
    expect(field('Temperature').value).toBe('0.4')
    expect(field('System prompt').value).toBe('Be brief.')
    await user.click(button('New'))
    await heading('New widget')
    expect(field('Name').value).toBe('')
    expect(field('Allowed origins').value).toBe('')
  })

  it('is led to again by the button of the widget that it already shows', async () => {
    const { user } = await open(createServer(), '/admin/configurators?id=w1')
    await user.click(button('Edit Sleep clinic'))
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Sleep clinic' }))
  })

  it('has five steps: basics, theme, authors and tools, behaviour and model, preview and embed', async () => {
    const { user } = await open(createServer(), '/admin/configurators?id=w1')
    const steps = within(screen.getByRole('navigation', { name: 'Steps' })).getAllByRole('button')
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      '1. Basics',
      '2. Theme',
      '3. Authors and tools',
      '4. Behaviour and model',
      '5. Preview and embed',
      'Appearance',
      'Hand-over',
    ])
    for (const label of [
      'Name',
      'Client owner',
      'Status',
      'Conversations',
      'Widget title',
      'Affiliate code',
      'Allowed origins',
    ]) {
      expect(field(label)).toBeTruthy()
    }
    expect(button('Back')).toHaveProperty('disabled', true)
    await user.click(button('Next'))
    const themes = (await screen.findAllByRole<HTMLInputElement>('radio')).map(({ value }) => value)
    expect(themes).toEqual(['ultra', 'modern', 'ivory', 'aurora'])
    await user.click(button('Next'))
    expect(await screen.findByRole('button', { name: /^Authors/u })).toBeTruthy()
    expect(button(/^Tools/u)).toBeTruthy()
    await user.click(button('Next'))
    const { min, max, step: by } = field('Temperature')
    expect({ min, max, by }).toEqual({ min: '0', max: '2', by: '0.1' })
    for (const label of ['Model', 'System prompt']) {
      const described = document.getElementById(field(label).getAttribute('aria-describedby') ?? '')
      expect(described?.textContent).toBe('Blank means the master settings.')
    }
    await user.click(button('Next'))
    expect(await screen.findByRole('heading', { name: 'Preview URL' })).toBeTruthy()
    expect(button('Next')).toHaveProperty('disabled', true)
  })

  it('tells the least contrast of each theme, as its small widget wears it', async () => {
    const { user } = await open(createServer(), '/admin/configurators?id=w1')
    await goTo(user, 'Theme')
    const frame = screen.getByTitle<HTMLIFrameElement>('The widget in Ivory')
    const { contentDocument } = frame
    if (contentDocument === null) throw new Error('The frame has no document.')
    const names = [
      'text',
      'muted',
      'accent',
      'bubble-user-text',
      'background',
      'bubble-user',
      'accent-contrast',
    ]
    const wear = (scheme: string, [ink, paper]: [string, string]) => {
      const colors = names.map((name, index) => `--org-color-${name}: ${index < 4 ? ink : paper};`)
      const header = `--widget-header: ${paper}; --widget-header-text: ${ink};`
      return `[data-theme='${scheme}'] { ${colors.join(' ')} ${header} }`
    }
    const style = `${wear('light', ['#000000', '#ffffff'])} ${wear('dark', ['#777777', '#ffffff'])}`
    contentDocument.write(`<style>${style}</style><div data-look="ivory" data-theme="light"></div>`)
    fireEvent.load(frame)
    const note = await screen.findByText(
      'Least contrast of its texts: 21.0:1 in light, 4.4:1 in dark. Too little for WCAG AA (4.5:1).',
    )
    expect(screen.getByRole('radio', { name: 'Ivory' }).getAttribute('aria-describedby')).toBe(note.id)
  })

  it("validates the origins: 'Looks good', or 'Invalid: ' followed by the offending entries", async () => {
    const { user } = await open(createServer(), '/admin/configurators?id=w1')
    await user.click(button('Validate'))
    expect(screen.getByText('Looks good')).toBeTruthy()
    await user.type(field('Allowed origins'), '\nclinic.example\n\nftp://x\nclinic.example')
    expect(screen.queryByText('Looks good')).toBeNull()
    await user.click(button('Validate'))
    expect(screen.getByText('Invalid: clinic.example, ftp://x')).toBeTruthy()
    expect(field('Allowed origins').getAttribute('aria-invalid')).toBe('true')
  })

  it('does not send wrong origins, and leads to them from any step', async () => {
    const { user, server } = await open(createServer(), '/admin/configurators?id=w1')
    await user.type(field('Allowed origins'), '\nclinic.example')
    await goTo(user, 'Preview and embed')
    await user.click(button('Generate / Save'))
    await screen.findByText('Invalid: clinic.example')
    await waitFor(() => expect(document.activeElement).toBe(field('Allowed origins')))
    expect(server.sent).toEqual([])
  })

  it('sends empty strings as undefined, so that the server defaults apply, and blank lines not at all', async () => {
    const { user, server } = await open(createServer(), '/admin/configurators?id=new')
    await user.type(field('Name'), ' Shop ')
    await user.type(field('Allowed origins'), 'https://a.example\n\nhttps://a.example\n')
    await user.click(button('Generate / Save'))
    await screen.findByText('Saved.')
    expect(server.sent).toEqual([
      {
        name: 'Shop',
        active: true,
        allow_conversations: 'multi',
        allowed_origins: ['https://a.example'],
        widget_theme: 'ultra',
        allowed_authors: [],
        allowed_tools: [],
        force_tool_calls: false,
        allow_attachments: true,
        sidebar_collapsed: true,
        compose_placeholder: 'Ask something. (Shift+Enter for newline)',
        appearance: widgetDefaults.appearance,
      },
    ])
  })

  it('takes what is typed otherwise or chosen in another order for no change', async () => {
    const server = createServer([{ ...first, allowed_authors: ['NIH', 'FDA'] }])
    const { user } = await open(server, '/admin/configurators?id=w1')
    await user.type(field('Allowed origins'), '\n\nnull\n')
    await goTo(user, 'Behaviour and model')
    await user.type(field('Temperature'), '0')
    expect(field('Temperature').value).toBe('0.40')
    await goTo(user, 'Authors and tools')
    await user.click(await screen.findByRole('button', { name: /^Authors/u }))
    await user.click(await screen.findByRole('checkbox', { name: 'NIH' }))
    expect(screen.getByText('1 unsaved change')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'NIH' }))
    expect(screen.queryByText(/unsaved change/u)).toBeNull()
  })

  it('offers authors and tools with Select All, and takes temperatures from 0 to 2 alone', async () => {
    const { user, server } = await open(createServer(), '/admin/configurators?id=w1&step=3')
    await user.click(await screen.findByRole('button', { name: /^Authors/u }))
    await user.click(await screen.findByRole('button', { name: 'Select All' }))
    await goTo(user, 'Behaviour and model')
    await user.clear(field('Temperature'))
    await user.type(field('Temperature'), '2.1')
    await user.click(button('Generate / Save'))
    expect(screen.getByText('Temperature must be between 0 and 2.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('Temperature')))
    expect(server.sent).toEqual([])
    await user.clear(field('Temperature'))
    await user.clear(field('Model'))
    await user.click(button('Generate / Save'))
    await screen.findByText('Saved.')
    expect(server.sent[0]).toMatchObject({ id: 'w1', version: 3, allowed_authors: ['NIH', 'FDA'] })
    expect(Object.keys(server.sent[0] ?? {})).not.toContain('temperature')
    expect(Object.keys(server.sent[0] ?? {})).not.toContain('model')
  })

  it('takes budgets of a day as whole numbers, and leaves blank ones to the server', async () => {
    const { user, server } = await open(createServer(), '/admin/configurators?id=w1&step=4')
    await goTo(user, 'Behaviour and model')
    await user.type(field('Questions per day'), '0')
    await user.type(field('Tokens per day'), '5000')
    await user.click(button('Generate / Save'))
    expect(screen.getByText('Enter a whole number from 1 to 1000000.')).toBeTruthy()
    expect(server.sent).toEqual([])
    await user.clear(field('Questions per day'))
    await user.click(button('Generate / Save'))
    await screen.findByText('Saved.')
    expect(server.sent[0]).toMatchObject({ id: 'w1', tokens_per_day: 5000 })
    expect(Object.keys(server.sent[0] ?? {})).not.toContain('questions_per_day')
  })

  it('silently ignores lists that cannot be loaded', async () => {
    const server = createServer()
    for (const path of ['/api/authors', '/api/tools', '/api/admin/clients']) {
      server.on(`GET ${path}`, () => failure(500, 'Broken'))
    }
    const { user } = await open(server, '/admin/configurators?id=w1')
    expect(field('Client owner').value).toBe('c1')
    await goTo(user, 'Authors and tools')
    expect(within(screen.getByRole('list', { name: 'Authors' })).getByText('NIH')).toBeTruthy()
    expect(screen.queryByText('Broken')).toBeNull()
  })

  it('tells the preview what is typed, the title falling back to the name, without a reload', async () => {
    const { user } = await open(createServer(), '/admin/configurators?id=new')
    const frame = screen.getByTitle<HTMLIFrameElement>('Live preview')
    const address = frame.getAttribute('src') ?? ''
    const query = new URL(address, 'https://site.example').searchParams
    expect(address).toMatch(/^\/admin\/embed-preview\?cfg=&theme=ultra&position=bottom-right&open=1&/u)
    const heard: { config: { title: string; theme: string } }[] = []
    const channel = new BroadcastChannel(query.get('draft') ?? '')
    channel.addEventListener('message', ({ data }) => heard.push(data))
    await user.type(field('Name'), 'Shop')
    await goTo(user, 'Theme')
    await user.click(screen.getByRole('radio', { name: /Aurora/u }))
    await waitFor(() => expect(heard.at(-1)?.config).toMatchObject({ title: 'Shop', theme: 'aurora' }))
    await goTo(user, 'Basics')
    await user.type(field('Widget title'), 'Ask')
    await waitFor(() => expect(heard.at(-1)?.config.title).toBe('Ask'))
    expect(screen.getByTitle('Live preview')).toBe(frame)
    expect(frame.getAttribute('src')).toBe(address)
    channel.close()
  })
})

describe('the live preview', () => {
  const loaders = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src*="embed-loader"]')]
  it('moves the widget to the corner of the theme that is typed, and begins it anew for that alone', async () => {
    const editor = new BroadcastChannel('a-draft')
    const tell = (theme: string, position: string) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- No other origin can hear a channel.
      editor.postMessage({ config: { title: 'Shop', theme, position } })
    }
    const asked = new Promise((resolve) => editor.addEventListener('message', resolve, { once: true }))
    renderSite(
      '/admin/embed-preview?cfg=w1&theme=ultra&position=bottom-right&open=1&draft=a-draft',
      createServer(),
    )
    await asked
    await waitFor(() => expect(loaders()).toHaveLength(1))
    const [atFirst] = loaders()
    expect(atFirst?.dataset).toMatchObject({ cfg: 'w1', theme: 'ultra', position: 'bottom-right', open: '1' })
    tell('ultra', 'bottom-right')
    tell('modern', 'bottom-right')
    tell('aurora', 'bottom-left')
    await waitFor(() => expect(loaders()[0]?.dataset['position']).toBe('bottom-left'))
    expect(loaders()).toHaveLength(1)
    expect(loaders()[0]?.dataset).toMatchObject({ cfg: 'w1', theme: 'aurora', open: '1' })
    const [moved] = loaders()
    tell('aurora', 'bottom-left')
    tell('ultra', 'bottom-right')
    await waitFor(() => expect(loaders()[0]?.dataset['position']).toBe('bottom-right'))
    expect(moved?.isConnected).toBe(false)
    expect(atFirst?.dataset['id']).toBe(loaders()[0]?.dataset['id'])
    editor.close()
  })
})

describe('saving', () => {
  it("shows 'Saving…', then goes to step 5: preview URL and embed snippet, each with a copy action", async () => {
    const server = createServer()
    const { user } = await open(server, '/admin/configurators?id=w1')
    const { promise, resolve } = Promise.withResolvers<Response>()
    server.on('POST /api/admin/configurators', () => promise)
    await user.type(field('Name'), '!')
    expect(screen.getByText('1 unsaved change')).toBeTruthy()
    await user.click(button('Generate / Save'))
    expect(button('Saving…').getAttribute('aria-disabled')).toBe('true')
    resolve(Response.json({ ok: true, id: 'w1' }))
    await screen.findByRole('heading', { name: 'Preview URL' })
    expect(step('Preview and embed').getAttribute('aria-current')).toBe('step')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Preview and embed' })),
    )
    const { origin } = window.location
    await user.click(button('Copy preview URL'))
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toBe(
        `${origin}/widgets/preview/w1?theme=ivory&position=bottom-right&open=true&width=600&height=640`,
      ),
    )
    await user.click(button('Copy embed snippet'))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/^<script\n/u))
    const snippet = await navigator.clipboard.readText()
    for (const part of [
      `src="${origin}/static/embed-loader.js"`,
      'data-cfg="w1"',
      'data-theme="ivory"',
      'data-position="bottom-right"',
      'data-open="false"',
      'data-width="600"',
      'data-height="640"',
    ]) {
      expect(snippet).toContain(part)
    }
  })

  it.each([
    ['the server error', () => failure(422, 'Invalid: x'), 'Invalid: x'],
    ["'HTTP {status}' without one", () => new Response('', { status: 500 }), 'HTTP 500'],
  ])('shows %s inline, and keeps what was typed', async (_, answer, text) => {
    const { user, server } = await open(createServer(), '/admin/configurators?id=w1')
    server.on('POST /api/admin/configurators', answer)
    await user.type(field('Name'), '!')
    await user.click(button('Generate / Save'))
    await screen.findByText(text)
    expect(field('Name').value).toBe('Sleep clinic!')
  })

  it('shows both versions when somebody else has saved in the meantime, and saves the chosen one', async () => {
    const { user, server } = await open(createServer(), '/admin/configurators?id=w1')
    const theirs = { ...first, name: 'Theirs', version: 4 }
    const accept = { ...theirs, name: 'Mine', version: 5 }
    server.stored.set('w1', theirs)
    server.on('POST /api/admin/configurators', () => failure409())
    server.on('GET /api/admin/configurators/w1/history', () =>
      Response.json({
        items: [
          {
            version: 4,
            saved_at: '2026-11-20T10:00:00Z',
            saved_by: 'other@example.com',
            configurator: theirs,
          },
        ],
      }),
    )
    await user.clear(field('Name'))
    await user.type(field('Name'), 'Mine')
    await user.click(button('Generate / Save'))
    const notice = await screen.findByText('Somebody else has saved this widget in the meantime.')
    const alert = notice.closest<HTMLElement>('[role="alert"]')
    expect(alert?.textContent).toMatch(/Saved by other@example\.com/u)
    expect(document.activeElement?.contains(alert)).toBe(true)
    expect(within(alert ?? document.body).getByRole('row', { name: 'Name Theirs Mine' })).toBeTruthy()
    const sent: unknown[] = []
    server.on('POST /api/admin/configurators', async (request) => {
      sent.push(await request.clone().json())
      server.stored.set('w1', accept)
      return Response.json({ ok: true, id: 'w1' })
    })
    await user.click(button('Save mine'))
    await screen.findByText('Saved.')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Preview and embed' })),
    )
    expect(sent).toMatchObject([{ id: 'w1', version: 4, name: 'Mine' }])
  })

  it('keeps a history with who and when, and brings a version back by the form', async () => {
    const { user, server } = await open(createServer(), '/admin/configurators?id=w1')
    server.on('GET /api/admin/configurators/w1/history', () =>
      Response.json({
        items: [
          { version: 3, saved_at: '2026-11-20T10:00:00Z', saved_by: 'b@example.com', configurator: first },
          {
            version: 2,
            saved_at: '2026-11-19T10:00:00Z',
            saved_by: null,
            configurator: { ...first, name: 'Before', version: 2 },
          },
        ],
      }),
    )
    await user.click(button('Show history'))
    await screen.findByText(/b@example\.com/u)
    expect(screen.getByRole('row', { name: 'Name Before Sleep clinic' })).toBeTruthy()
    await user.click(button('Restore version 2'))
    expect(field('Name').value).toBe('Before')
    expect(screen.getByText('Version 2 is in the form. Save to bring it back.')).toBeTruthy()
    await user.click(button('Generate / Save'))
    await screen.findByText('Saved.')
    expect(server.sent).toMatchObject([{ id: 'w1', version: 3, name: 'Before' }])
  })

  it('duplicates a widget as a new one', async () => {
    const { user, server } = await open()
    await user.click(button('Duplicate Sleep clinic'))
    await heading('New widget')
    expect(field('Name').value).toBe('Sleep clinic (copy)')
    await user.click(button('Generate / Save'))
    await screen.findByText('Saved.')
    expect(server.sent).toMatchObject([{ name: 'Sleep clinic (copy)', widget_theme: 'ivory' }])
    expect(Object.keys(server.sent[0] ?? {})).not.toContain('id')
    expect(await screen.findByRole('button', { name: 'Edit Sleep clinic (copy)' })).toBeTruthy()
  })

  it('tells where the widget was seen', async () => {
    const { user, server } = await open(createServer(), '/admin/configurators?id=w1&step=5')
    await screen.findByText(/^Not seen on any site yet/u)
    server.on('GET /api/admin/configurators/w1/sightings', () =>
      Response.json({ items: [{ origin: 'https://shop.example', seen_at: '2026-11-20T10:00:00Z' }] }),
    )
    await user.click(button('Check again'))
    expect(await screen.findByText(/^Seen on https:\/\/shop\.example, /u)).toBeTruthy()
  })
})

describe('deleting', () => {
  it('needs confirmation, shows that it is busy, and takes the widget from the list', async () => {
    const { user, server } = await open(createServer(), '/admin/configurators?id=w1')
    await user.click(button('Delete'))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    expect(server.requests).not.toContain('DELETE /api/admin/configurators/w1')
    const { promise, resolve } = Promise.withResolvers<Response>()
    server.on('DELETE /api/admin/configurators/w1', async () => {
      server.stored.delete('w1')
      return promise
    })
    await user.click(button('Delete'))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect((await screen.findByRole('button', { name: 'Deleting…' })).getAttribute('aria-disabled')).toBe(
      'true',
    )
    resolve(new Response(null, { status: 204 }))
    await waitFor(() => expect(screen.queryByText('Sleep clinic')).toBeNull())
    expect(server.requests).toContain('DELETE /api/admin/configurators/w1')
    // The button that was pressed is gone.
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Widgets' }))
  })

  it.each([
    ['Not now.', () => failure(503, 'Not now.')],
    ['HTTP 500', () => new Response('', { status: 500 })],
    ['No answer from the server.', () => Promise.reject(new TypeError('offline'))],
  ])("alerts 'Delete failed: ' plus the reason: %s", async (reason, answer) => {
    const { user, server } = await open(createServer(), '/admin/configurators?id=w1')
    server.on('DELETE /api/admin/configurators/w1', answer)
    await user.click(button('Delete'))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    const text = await screen.findByText(`Delete failed: ${reason}`)
    expect(text.closest('[role="alert"]')).not.toBeNull()
    expect(field('Name').value).toBe('Sleep clinic')
  })
})

describe('unsaved changes', () => {
  it('are asked about before another widget or page takes their place, and not between steps', async () => {
    const { user, history } = await open(createServer(), '/admin/configurators?id=w1')
    await user.type(field('Name'), '!')
    await goTo(user, 'Theme')
    await goTo(user, 'Basics')
    await user.click(button('Edit w2'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stay' }))
    expect(field('Name').value).toBe('Sleep clinic!')
    await user.click(screen.getByRole('link', { name: 'About' }))
    expect(history.location.pathname).toBe('/admin/configurators')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(history.location.pathname).toBe('/about'))
  })

  it('are asked about before the page is left or loaded again', async () => {
    const { user } = await open(createServer(), '/admin/configurators?id=w1')
    const unload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(unload()).toBe(false)
    await user.type(field('Name'), '!')
    expect(unload()).toBe(true)
    await user.type(field('Name'), '{Backspace}')
    expect(unload()).toBe(false)
  })
})

function failure409(): Response {
  return Response.json({ error: 'Somebody else was faster.', code: 'conflict' }, { status: 409 })
}

describe('reads in the background', () => {
  const refocus = () => window.dispatchEvent(new Event('visibilitychange'))
  const readAgain = async (server: ReturnType<typeof createServer>) => {
    const reads = () => server.requests.filter((request) => request === 'GET /api/admin/configurators').length
    const before = reads()
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 600_000)
    refocus()
    await waitFor(() => {
      expect(reads()).toBeGreaterThan(before)
    })
    clock.mockRestore()
  }

  it('that are refused leave the editor and its draft', async () => {
    const { user, server } = await open()
    await user.click(button('Edit Sleep clinic'))
    await heading('Sleep clinic')
    await user.type(field('Name'), ', renamed')
    server.on('GET /api/admin/configurators', () => failure(403, 'Forbidden.'))
    await readAgain(server)
    await readAgain(server)
    expect(field('Name').value).toBe('Sleep clinic, renamed')
    expect(screen.getByRole('list', { name: 'Widgets' })).toBeDefined()
  })

  it('leave the draft of a widget that was deleted in another tab, and saving reports it', async () => {
    const { user, server } = await open()
    await user.click(button('Edit Sleep clinic'))
    await heading('Sleep clinic')
    await user.type(field('Name'), ', renamed')
    server.stored.delete('w1')
    await readAgain(server)
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Edit Sleep clinic' })).toBeNull()
    })
    expect(field('Name').value).toBe('Sleep clinic, renamed')
    server.on('POST /api/admin/configurators', () => failure(404, 'Widget not found.'))
    await user.click(button('Generate / Save'))
    expect(await screen.findByText(/deleted/iu)).toBeDefined()
    expect(field('Name').value).toBe('Sleep clinic, renamed')
  })
})
