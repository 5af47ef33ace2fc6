import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { useFocusFallback } from './use-focus-fallback.ts'

const summaryOf = (container: HTMLElement) => container.querySelector('summary')

function List() {
  const [names, setNames] = useState(['one', 'two'])
  const listRef = useRef<HTMLDetailsElement>(null)
  useFocusFallback(listRef, summaryOf)
  return (
    <>
      <details open ref={listRef}>
        <summary>List</summary>
        {names.map((name) => (
          <button key={name} type="button" onClick={() => setNames(names.filter((other) => other !== name))}>
            Delete {name}
          </button>
        ))}
      </details>
      <button type="button" onClick={() => setNames([])}>
        Clear
      </button>
    </>
  )
}

it('takes the focus of an entry that is removed', async () => {
  render(<List />)
  await userEvent.click(screen.getByRole('button', { name: 'Delete one' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('List'))
})

it('takes no focus that is elsewhere', async () => {
  render(<List />)
  screen.getByRole('button', { name: 'Delete one' }).focus()
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete two' })).toBeNull())
  expect(document.activeElement?.textContent).toBe('Clear')
})
