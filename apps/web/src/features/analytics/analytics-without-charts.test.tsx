import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createFakeApi, failure, session } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'

vi.mock('../../../../../packages/analytics-charts/src/charts/drawing.tsx', () => {
  throw new Error('The file is gone.')
})

it("says 'Failed to load charts.' where their code cannot be loaded, and shows their tables", async () => {
  const server = createFakeApi()
  server.on('GET /api/me', () => session('admin@example.com', 'admin'))
  server.on('GET /api/stats/product-queries', () => failure(422, 'Broken'))
  server.on('GET /api/stats/message-geo', () => failure(422, 'Broken'))
  server.on('GET /api/stats/chat-subjects', () =>
    Response.json({
      total_classified: 3,
      top_subjects: [{ name: 'Sleep', count: 3 }],
      days: ['2026-03-05'],
      per_subject_series: [{ name: 'Sleep', daily: [3] }],
    }),
  )
  renderSite('/dashboard', server)
  const figure = await screen.findByRole('figure', { name: 'Subjects (30d): 3 classified' })
  await within(figure).findByText('Failed to load charts.')
  expect(within(figure).getByRole('row', { name: 'Sleep 3' })).toBeDefined()
})
