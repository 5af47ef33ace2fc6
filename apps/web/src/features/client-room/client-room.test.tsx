import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeApi, session } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

const widget = {
  id: 'w1',
  name: 'Shop',
  title: 'Shop',
  active: true,
  theme: 'ultra',
  version: 3,
  client_edits: ['accent', 'starters'],
  sightings: [{ origin: 'https://shop.example', seen_at: '2026-11-26T10:00:00Z' }],
}
const item = {
  id: 'a1',
  at: '2026-11-26T10:00:00Z',
  question: 'Do you ship to Malta?',
  answer: 'The content does not cover this.',
  outcome: 'uncovered',
  reason: null,
  widget: 'Shop',
}

function open(room: object = {}) {
  const server = createFakeApi()
  const saved: unknown[] = []
  const checklist = { look: true, content: false, install: true, question: false }
  server.on('GET /api/me', () => session('client@example.com', 'client'))
  server.on('GET /api/client/room', () => Response.json({ widgets: [widget], checklist, ...room }))
  server.on('GET /api/client/activity', () =>
    Response.json({
      days: 30,
      uncovered: [item],
      ratings: { up: 4, down: 1, newest: [] },
      products: [{ name: 'Tea', clicks: 2 }],
      conversations: [item],
      keeps_text: true,
    }),
  )
  server.on('GET /api/client/widgets', () => Response.json({ widgets: [] }))
  server.on('PUT /api/client/widgets/w1/appearance', async (request) => {
    saved.push(await request.clone().json())
    return Response.json({ ok: true })
  })
  renderSite('/client', server)
  return { user: userEvent.setup(), saved, server }
}

it('shows the code of each widget at once, for the chosen platform, and where it was seen', async () => {
  const { user } = open()
  const code = await screen.findByLabelText<HTMLTextAreaElement>('Code to paste')
  expect(code.value).toContain('data-cfg="w1"')
  expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy()
  expect(screen.getByText(/^Seen on https:\/\/shop\.example/u)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy code' }))
  expect(await navigator.clipboard.readText()).toBe(code.value)
  expect(await screen.findByText('Copied')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Your site is built with'), 'Next.js')
  expect(screen.queryByText('Copied')).toBeNull()
  expect(code.value).toContain("import Script from 'next/script'")
})

it('ticks the steps that the server calls done, and hides the list once all are', async () => {
  open()
  const list = await screen.findByRole('region', { name: 'Get started' })
  expect(within(list).getByText('2 of 4 done')).toBeTruthy()
  expect(within(list).getAllByText(/\(To do\)/u)).toHaveLength(2)
})

it('hides the list once all steps are done', async () => {
  open({ checklist: { look: true, content: true, install: true, question: true } })
  await screen.findByLabelText('Code to paste')
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull()
})

it('offers the parts of the look that the administrator allows, and saves those alone', async () => {
  const { user, saved } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit look: Shop' }))
  expect(screen.queryByLabelText('Welcome text')).toBeNull()
  await user.type(screen.getByLabelText('Accent colour'), 'red')
  await user.type(screen.getByLabelText('Starter questions'), 'One{enter}Two')
  await user.click(screen.getByRole('button', { name: 'Save look' }))
  expect(screen.getByText('Enter three to six questions, or none.')).toBeTruthy()
  expect(saved).toEqual([])
  await user.clear(screen.getByLabelText('Accent colour'))
  await user.type(screen.getByLabelText('Accent colour'), '#B1004F')
  await user.type(screen.getByLabelText('Starter questions'), '{enter}Three')
  await user.click(screen.getByRole('button', { name: 'Save look' }))
  await expect
    .poll(() => saved)
    .toEqual([{ version: 3, accent: '#b1004f', starters: ['One', 'Two', 'Three'] }])
})

it('lets a client pick the accent, and leads to the preview of what was saved', async () => {
  const { user, saved } = open()
  const preview = await screen.findByRole('link', { name: 'Preview: Shop (opens in a new tab)' })
  expect(preview.getAttribute('href')).toContain('/widgets/preview/w1?theme=ultra')
  await user.click(screen.getByRole('button', { name: 'Edit look: Shop' }))
  const picker = screen.getByLabelText<HTMLInputElement>('Colour picker')
  expect(picker.value).toBe('#0b6350')
  fireEvent.change(picker, { target: { value: '#b1004f' } })
  expect(screen.getByLabelText<HTMLInputElement>('Accent colour').value).toBe('#b1004f')
  await user.click(screen.getByRole('button', { name: 'Save look' }))
  expect(await screen.findByText(/^Look saved\. Open the preview/u)).toBeTruthy()
  expect(saved).toEqual([{ version: 3, accent: '#b1004f' }])
})

it('saves the look by the Enter key in a field', async () => {
  const { user, saved } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit look: Shop' }))
  const field = screen.getByLabelText<HTMLInputElement>('Accent colour')
  await user.type(field, '#b1004f{enter}')
  expect(await screen.findByText(/^Look saved\. Open the preview/u)).toBeTruthy()
  expect(saved).toEqual([{ version: 3, accent: '#b1004f' }])
})

it('shows questions that were not covered, ratings and product clicks', async () => {
  open()
  const uncovered = await screen.findByRole('region', { name: 'Questions not covered' })
  expect(within(uncovered).getByText('Do you ship to Malta?')).toBeTruthy()
  expect(screen.getByText('4 helpful, 1 not helpful in the last 30 days')).toBeTruthy()
  expect(screen.getByText('2 clicks')).toBeTruthy()
})

it('of a client without a widget has the steps all the same', async () => {
  open({ widgets: [], checklist: { look: false, content: false, install: false, question: false } })
  expect(await screen.findByRole('heading', { name: 'You have no widget yet' })).toBeTruthy()
  expect(screen.getByText('0 of 4 done')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Put the widget on your site/u })).toBeNull()
  expect(screen.getAllByText('After an administrator has added your widget.')).toHaveLength(3)
})

it('leads a client without a widget to their content, and to whoever adds the widget', async () => {
  open({ widgets: [], checklist: { look: false, content: false, install: false, question: false } })
  const list = await screen.findByRole('region', { name: 'Get started' })
  const next = within(list).getByText('Next').closest('li')
  expect(next?.getAttribute('aria-current')).toBe('step')
  expect(next?.textContent).toContain('Add your content')
  const widgets = screen.getByRole('region', { name: 'Your widgets' })
  const hrefOf = (name: string) => within(widgets).getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Add your content')).toBe('/admin/knowledge')
  expect(hrefOf('Ask for your widget')).toBe('/contact')
})

it('shows which shades an accent colour gets, and why one differs from it', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit look: Shop' }))
  expect(screen.queryByRole('list', { name: 'Shades of the accent colour' })).toBeNull()
  await user.type(screen.getByLabelText('Accent colour'), '#ffcc00')
  const shades = screen.getByRole('list', { name: 'Shades of the accent colour' })
  expect(within(shades).getByText(/^Light: adjusted to #[\da-f]{6} to be readable \(AA\)$/u)).toBeTruthy()
  expect(within(shades).getByText('Dark: #ffcc00, readable (AA)')).toBeTruthy()
})

it('keeps what was typed when somebody else has saved the widget, and sends the changed parts alone', async () => {
  const { user, server, saved } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit look: Shop' }))
  await user.type(screen.getByLabelText('Accent colour'), '#b1004f')
  server.on('PUT /api/client/widgets/w1/appearance', () =>
    Response.json({ error: 'Somebody else has saved it.', code: 'conflict' }, { status: 409 }),
  )
  server.on('GET /api/client/room', () =>
    Response.json({ widgets: [{ ...widget, version: 4 }], checklist: {} }),
  )
  await user.click(screen.getByRole('button', { name: 'Save look' }))
  expect(await screen.findByText(/^Somebody else has saved this widget since/u)).toBeTruthy()
  server.on('PUT /api/client/widgets/w1/appearance', async (request) => {
    saved.push(await request.clone().json())
    return Response.json({ ok: true })
  })
  await expect
    .poll(async () => {
      await user.click(screen.getByRole('button', { name: 'Save look' }))
      return saved.at(-1)
    })
    .toEqual({ version: 4, accent: '#b1004f' })
})
