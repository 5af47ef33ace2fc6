import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { createFakeApi, failure, session } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('disclaimer', '2025-09-15')
})

const at = '2026-11-20T08:00:00Z'
const ends = '2026-12-20T08:00:00Z'
const link = {
  id: 's-1',
  conversation_id: 'c-1',
  title: 'Zinc',
  messages: 2,
  images: false,
  created_at: at,
  updated_at: at,
  expires_at: ends,
}

it('shows a shared conversation to a visitor: sources and safety cards, and no script of its text', async () => {
  const server = createFakeApi()
  server.on('GET /api/shared/secret', () =>
    Response.json({
      title: '<img src=x onerror=alert(1)>',
      shared_at: at,
      expires_at: ends,
      messages: [
        {
          role: 'user',
          content: '<script>alert(1)</script> Does zinc help?',
          tool_context: null,
          images: [],
        },
        {
          role: 'assistant',
          content: 'It may [1]. <img src=x onerror=alert(1)> [x](javascript:alert(1))',
          tool_context: {
            products: [],
            citations: ['[1] Zinc facts (https://example.com/zinc)'],
            safety: {
              category: 'self_harm',
              severity: 'urgent',
              title: 'Get help',
              text: 'Call now.',
              lines: [],
            },
          },
          images: [],
        },
      ],
    }),
  )
  renderSite('/shared/secret', server)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('<img src=x onerror=alert(1)>')
  expect(await screen.findByText('Get help')).toBeDefined()
  const main = screen.getByRole('main')
  await userEvent.click(await within(main).findByRole('button', { name: /Source 1|1/u }))
  const sources = await screen.findByRole('dialog', { name: 'Sources' })
  expect(within(sources).getByText('Zinc facts')).toBeDefined()
  expect(main.querySelector('script, img, [onerror], a[href^="javascript:"]')).toBeNull()
  expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toContain('noindex')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('says that a link has ended', async () => {
  const server = createFakeApi()
  server.on('GET /api/shared/gone', () => failure(404, 'Gone.'))
  renderSite('/shared/gone', server)
  const name = 'This link does not exist, or has ended.'
  expect(await screen.findByRole('heading', { level: 1, name })).toBeDefined()
})

it('creates, copies, updates and removes the link of a conversation', async () => {
  const user = userEvent.setup()
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const server = createFakeApi()
  const named = { id: 'c-1', title: 'Zinc', created_at: at, updated_at: at }
  const message = (id: string, role: string, parent: string | null) => ({
    id,
    role,
    parent_id: parent,
    content: 'Zinc?',
    created_at: at,
    status: 'complete',
  })
  let share: object | null = null
  const sent: unknown[] = []
  server.on('GET /api/me', () => session('person@example.com'))
  server.on('GET /api/conversations', () => Response.json({ items: [named], next_cursor: null }))
  server.on('GET /api/conversations/c-1/messages', () =>
    Response.json({
      items: [message('m-2', 'assistant', 'm-1'), message('m-1', 'user', null)],
      next_cursor: null,
    }),
  )
  server.on('GET /api/conversations/c-1/share', () => Response.json({ share }))
  server.on('POST /api/conversations/c-1/share', async (request) => {
    sent.push(await request.json())
    share = { ...link, images: true }
    return Response.json({ share, url: 'https://site.example/shared/secret' })
  })
  server.on('PATCH /api/shares/s-1', async (request) => {
    sent.push(await request.json())
    return Response.json(link)
  })
  server.on('DELETE /api/shares/s-1', () => {
    share = null
    return new Response(null, { status: 204 })
  })
  renderSite('/chat?c=c-1', server)
  await user.click(await screen.findByRole('button', { name: 'Share this conversation' }))
  const dialog = await screen.findByRole('dialog', { name: 'Share this conversation' })
  await user.selectOptions(
    await within(dialog).findByRole('combobox', { name: 'The link ends after' }),
    '7 days',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Create link' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Copy link' }))
  expect(writeText).toHaveBeenCalledWith('https://site.example/shared/secret')
  await user.click(within(dialog).getByRole('button', { name: 'Update link' }))
  expect(await within(dialog).findByText('The link shows the conversation as it is now.')).toBeDefined()
  expect(sent).toEqual([
    { message_id: 'm-2', days: 7, images: false },
    { message_id: 'm-2', days: 7, images: true },
  ])
  await user.click(within(dialog).getByRole('button', { name: 'Remove link' }))
  expect(await within(dialog).findByText('The link was removed.')).toBeDefined()
  expect(await within(dialog).findByRole('button', { name: 'Create link' })).toBeDefined()
})

it('lists the links in the account, and removes one', async () => {
  const user = userEvent.setup()
  const server = createFakeApi()
  let items = [link]
  server.on('GET /api/me', () => session('person@example.com'))
  server.on('GET /api/account/sessions', () => Response.json({ items: [] }))
  server.on('GET /api/shares', () => Response.json({ items }))
  server.on('DELETE /api/shares/s-1', () => {
    items = []
    return new Response(null, { status: 204 })
  })
  renderSite('/account', server)
  await user.click(await screen.findByRole('button', { name: 'Remove link: Zinc' }))
  expect(await screen.findByText('You share no conversation.')).toBeDefined()
})
