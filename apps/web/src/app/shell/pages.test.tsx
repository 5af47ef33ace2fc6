import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createFakeApi } from '../../testing/fake-api.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { CrashBoundary } from './failures/crash-boundary.tsx'

it("shows 'Page not found' at any other path", async () => {
  renderSite('/nowhere', createFakeApi())
  await screen.findByRole('heading', { name: 'Page not found' })
  expect(screen.getByText('The page you’re looking for doesn’t exist.')).toBeDefined()
})

it.each([
  ['/about', ['/chat', '/products', '/contact']],
  ['/products', ['/chat', '/contact']],
])('links %s to %j', async (path, links) => {
  renderSite(path, createFakeApi())
  const main = (await screen.findByRole('heading', { level: 1 })).closest('main')
  const found = new Set([...(main?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href')))
  expect([...found]).toEqual(links)
})

it('dates /disclaimer, and names its cap and its pilot', async () => {
  renderSite('/disclaimer', createFakeApi())
  await screen.findByText('Last updated September 15, 2025')
  expect(
    screen.getByText(/the greater of the fees paid in the six months before the claim or \$100/u),
  ).toBeDefined()
  expect(screen.getByText(/a pilot of six weeks/u)).toBeDefined()
})

it('shows the current year and the brand in the footer', async () => {
  renderSite('/about', createFakeApi())
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getByRole('contentinfo').textContent).toContain(`© ${new Date().getFullYear()} Verdant`)
})

it('removes the full-height chat layout whenever the path is not /chat', async () => {
  const { history, container } = renderSite('/chat', createFakeApi())
  const isFullHeight = () => container.querySelector('[data-full-height]')?.getAttribute('data-full-height')
  await waitFor(() => {
    expect(isFullHeight()).toBe('true')
  })
  act(() => {
    history.push('/disclaimer')
  })
  await screen.findByRole('heading', { name: 'Assistant disclaimer' })
  expect(isFullHeight()).toBe('false')
})

it("shows 'Something went wrong.' with a Reload button when the interface itself fails", () => {
  const console = vi.spyOn(globalThis.console, 'error').mockReturnValue(undefined)
  function Broken(): never {
    throw new Error('Broken')
  }
  render(
    <CrashBoundary>
      <Broken />
    </CrashBoundary>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Something went wrong.')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  console.mockRestore()
})
