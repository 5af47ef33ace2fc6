import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { renderSite } from '../../../testing/render-site.tsx'

vi.mock('../../../routes/disclaimer.route.tsx', () => ({
  DisclaimerRoute() {
    throw new Error('This screen is broken.')
  },
}))

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
})

it("shows 'Unexpected Application Error' with the message, and two ways on", async () => {
  renderSite('/disclaimer', createFakeApi())
  await screen.findByRole('heading', { level: 1, name: 'Unexpected Application Error' })
  expect(screen.getByText('This screen is broken.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to the start' }).getAttribute('href')).toBe('/')
})
