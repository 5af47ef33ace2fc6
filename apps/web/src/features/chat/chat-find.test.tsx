import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { createFakeApi, session } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

const code = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('../../../../../packages/ui-kit/src/engine/extras/thread-extras.tsx', async (original) => {
  await code.promise
  return original()
})

it('opens the search of a conversation for a key that was pressed before its code had come', async () => {
  localStorage.setItem('disclaimer', '2025-09-15')
  const server = createFakeApi()
  const conversation = {
    id: 'c-1',
    title: 'Sleep',
    created_at: '2026-11-20T08:00:00Z',
    updated_at: '2026-11-20T08:00:00Z',
  }
  server.on('GET /api/me', () => session('person@example.com'))
  server.on('GET /api/conversations', () => Response.json({ items: [conversation], next_cursor: null }))
  server.on('GET /api/conversations/c-1', () => Response.json({ ...conversation, active_stream_id: null }))
  server.on('GET /api/conversations/c-1/messages', () =>
    Response.json([{ id: 'm-1', role: 'user', content: 'What helps me sleep?', status: 'complete' }]),
  )
  renderSite('/chat?c=c-1', server)
  expect(await within(await screen.findByRole('log')).findByText('What helps me sleep?')).toBeDefined()
  const user = userEvent.setup()
  await user.keyboard('{Control>}f{/Control}')
  code.resolve()
  const search = await screen.findByRole('searchbox', { name: 'Find in this conversation' })
  expect(document.activeElement).toBe(search)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('searchbox', { name: 'Find in this conversation' })).toBeNull()
})
