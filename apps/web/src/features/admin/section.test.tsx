import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { Section } from './section.tsx'

function open(path: string) {
  const scrolledTo: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function note(this: Element) {
    scrolledTo.push(this.id)
  })
  render(
    <MemoryRouter initialEntries={[path]}>
      <Link to="/admin#clients">To the clients</Link>
      <Section id="history" title="History">
        Versions
      </Section>
      <Section id="clients" title="Clients">
        Invitations
      </Section>
    </MemoryRouter>,
  )
  return scrolledTo
}

it('scrolls to the section that a link names', async () => {
  const scrolledTo = open('/admin')
  expect(scrolledTo).toEqual([])
  await userEvent.click(screen.getByRole('link'))
  await expect.poll(() => scrolledTo, { timeout: 10_000 }).toEqual(['clients'])
})

it('leaves the position of a page that is loaded again', () => {
  expect(open('/admin#clients')).toEqual([])
})
