import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

function Example({ dismissible = true }: { dismissible?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Sources"
        description="All of them."
        dismissible={dismissible}
      >
        <p>Content</p>
      </Dialog>
    </>
  )
}

async function openExample(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  return screen.getByRole('dialog', { name: 'Sources' })
}

it('is named by its title and described by its description', async () => {
  render(<Example />)
  const dialog = await openExample()
  const described = dialog.getAttribute('aria-describedby')
  expect(document.querySelector(`[id="${described}"]`)?.textContent).toBe('All of them.')
})

it('closes with its button, and the focus goes back to what opened it', async () => {
  render(<Example />)
  await openExample()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
})

/** A dialog that its parent mounts to open it, and removes to close it. */
function Mounted() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog open onOpenChange={setOpen} title="Sources">
          <input aria-label="Name" data-autofocus="" />
        </Dialog>
      )}
    </>
  )
}

it.each(['{Escape}', '{Shift>}{Tab}{/Shift}{Enter}'])(
  'gives the focus back when it is removed to close it, by %s',
  async (keys) => {
    render(<Mounted />)
    await openExample()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
    await userEvent.keyboard(keys)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
  },
)

it('is there again, with what was written, after its page was hidden for a while', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Dialog open onOpenChange={onOpenChange} title="New case">
        <input aria-label="Question" />
      </Dialog>
    </Activity>
  )
  const { rerender } = render(page('visible'))
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  await userEvent.type(screen.getByRole('textbox', { name: 'Question' }), 'Half')
  const closed = new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }))
  rerender(page('hidden'))
  await closed
  expect(dialog.open).toBe(false)
  rerender(page('visible'))
  expect(dialog.open).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Question' }).value).toBe('Half')
  expect(onOpenChange).not.toHaveBeenCalled()
})

it('reports that the browser has closed it', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  render(<Dialog open onOpenChange={onOpenChange} title="Sources" />)
  screen.getByRole<HTMLDialogElement>('dialog').close()
  await vi.waitFor(() => expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false))
})

it('closes with Escape', async () => {
  render(<Example />)
  await openExample()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('closes by a press beside it, but not when a press from inside ends there', async () => {
  render(<Example />)
  const dialog = await openExample()
  fireEvent.pointerDown(screen.getByText('Content'))
  fireEvent.click(dialog)
  expect(screen.queryByRole('dialog')).not.toBeNull()
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('stays open against all three when it needs an answer', async () => {
  render(<Example dismissible={false} />)
  const dialog = await openExample()
  await userEvent.keyboard('{Escape}')
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(screen.queryByRole('dialog')).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

it('keeps the page behind from scrolling while it is open', async () => {
  render(<Example />)
  await openExample()
  expect(document.documentElement.style.overflow).toBe('hidden')
  await userEvent.keyboard('{Escape}')
  expect(document.documentElement.style.overflow).toBe('')
})

it('asks with the focus on the no, and acts on a yes alone', async () => {
  const onConfirm = vi.fn<() => void>()
  const onOpenChange = vi.fn<(open: boolean) => void>()
  render(
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Delete this conversation?"
      onConfirm={onConfirm}
      labels={{ confirm: 'Delete' }}
    />,
  )
  expect(screen.getByRole('alertdialog', { name: 'Delete this conversation?' })).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('{Enter}')
  expect(onConfirm).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(onOpenChange).toHaveBeenCalledWith(false)
})
