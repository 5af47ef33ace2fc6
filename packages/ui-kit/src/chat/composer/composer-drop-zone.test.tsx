import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Composer } from './composer.tsx'
import { DropZone } from './composer-drop-zone.tsx'

const png = new File(['x'], 'label.png', { type: 'image/png' })
const held = { dataTransfer: { files: [png], types: ['Files'] } }

function show() {
  const onDrop = vi.fn<(files: File[]) => void>()
  render(
    <DropZone onDrop={onDrop}>
      <p>Conversation</p>
      <Composer onSend={() => {}} onAttach={onDrop} />
    </DropZone>,
  )
  return { onDrop, inside: screen.getByText('Conversation') }
}

it('shows where to drop while files are held over it', () => {
  const { inside } = show()
  fireEvent.dragEnter(inside, held)
  fireEvent.dragEnter(screen.getByRole('textbox'), held)
  fireEvent.dragLeave(inside, held)
  expect(screen.getByText('Drop images here')).toBeDefined()
  fireEvent.dragLeave(screen.getByRole('textbox'), held)
  expect(screen.queryByText('Drop images here')).toBeNull()
})

it('minds nothing but files', () => {
  const { inside } = show()
  fireEvent.dragEnter(inside, { dataTransfer: { files: [], types: ['text/plain'] } })
  expect(screen.queryByText('Drop images here')).toBeNull()
})

it('takes what is dropped on it, once', () => {
  const { onDrop, inside } = show()
  fireEvent.dragEnter(inside, held)
  fireEvent.drop(inside, held)
  expect(onDrop).toHaveBeenCalledExactlyOnceWith([png])
  expect(screen.queryByText('Drop images here')).toBeNull()
  fireEvent.drop(screen.getByRole('textbox'), held)
  expect(onDrop).toHaveBeenCalledTimes(2)
})

it('keeps a file that misses it from opening in the place of the page', () => {
  show()
  const drop = createEvent.drop(document.body, held)
  fireEvent(document.body, drop)
  expect(drop.defaultPrevented).toBe(true)
})
