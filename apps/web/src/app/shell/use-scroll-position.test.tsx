import { act, render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { MockInstance } from 'vitest'
import { createMemoryHistory } from '../../shared/router-history.ts'
import { createSiteHistory } from '../../shared/site-history.ts'
import { SiteRouter } from '../site-router.tsx'
import { useScrollPosition } from './use-scroll-position.ts'

let scrollTo: MockInstance<(x: number, y: number) => void>

beforeEach(() => {
  sessionStorage.clear()
  scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
})

function open() {
  const history = createSiteHistory(createMemoryHistory({ initialEntries: ['/first'], v5Compat: true }))
  const { unmount } = render(
    <SiteRouter history={history}>
      <Scrolled />
    </SiteRouter>,
  )
  scrollTo.mockClear()
  return { unmount, go: (navigate: (to: typeof history) => void) => act(() => navigate(history)) }
}

function Scrolled() {
  useScrollPosition()
  return <p id="a place">Text</p>
}

function scroll(position: number): void {
  window.scrollY = position
  window.dispatchEvent(new Event('scroll'))
}

it('shows another page from its top, and the one before from where it was left', () => {
  const { go } = open()
  scroll(700)
  go((history) => history.push('/second'))
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
  scroll(0)
  go((history) => history.go(-1))
  expect(scrollTo).toHaveBeenLastCalledWith(0, 700)
})

it('stays in its place while only the question mark and what follows changes', () => {
  const { go } = open()
  go((history) => history.push('/first?day=1'))
  expect(scrollTo).not.toHaveBeenCalled()
})

it('shows the place that the address names', () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  open().go((history) => history.push('/second#a%20place'))
  expect(scrollIntoView).toHaveBeenCalledOnce()
  expect(scrollTo).not.toHaveBeenCalled()
})

it('finds its place again when it is loaded again', () => {
  const { unmount } = open()
  scroll(300)
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  scrollTo.mockClear()
  const history = createSiteHistory(createMemoryHistory({ initialEntries: ['/first'], v5Compat: true }))
  render(
    <SiteRouter history={history}>
      <Scrolled />
    </SiteRouter>,
  )
  expect(scrollTo).toHaveBeenLastCalledWith(0, 300)
})

it('shows another page from its top when its address is opened in the tab', () => {
  const { unmount } = open()
  scroll(300)
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  scrollTo.mockClear()
  const history = createSiteHistory(createMemoryHistory({ initialEntries: ['/second'], v5Compat: true }))
  render(
    <SiteRouter history={history}>
      <Scrolled />
    </SiteRouter>,
  )
  expect(scrollTo).not.toHaveBeenCalledWith(0, 300)
})
