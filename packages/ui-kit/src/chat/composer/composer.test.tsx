import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Composer } from './composer.tsx'

const box = (): HTMLTextAreaElement => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const png = new File(['x'], 'label.png', { type: 'image/png' })

it("shows the placeholder 'Ask something…'", () => {
  render(<Composer onSend={() => {}} />)
  expect(screen.getByPlaceholderText('Ask something…')).toBe(box())
})

it("'Enter sends' the trimmed text and empties the box", async () => {
  const onSend = vi.fn<(text: string) => void>()
  render(<Composer onSend={onSend} />)
  await userEvent.type(box(), '  Is it safe? {Enter}')
  expect(onSend).toHaveBeenCalledExactlyOnceWith('Is it safe?')
  expect(box().value).toBe('')
})

it("'Shift+Enter does not' send: it starts a new line", async () => {
  const onSend = vi.fn<(text: string) => void>()
  render(<Composer onSend={onSend} />)
  await userEvent.type(box(), 'one{Shift>}{Enter}{/Shift}two')
  expect(onSend).not.toHaveBeenCalled()
  expect(box().value).toBe('one\ntwo')
})

it('leaves Enter to an input method that composes', () => {
  const onSend = vi.fn<(text: string) => void>()
  render(<Composer onSend={onSend} defaultValue="にほん" />)
  fireEvent.keyDown(box(), { key: 'Enter', isComposing: true })
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 })
  expect(onSend).not.toHaveBeenCalled()
})

it("'empty is not sent; nothing is sent while streaming or disabled'", async () => {
  const onSend = vi.fn<(text: string) => void>()
  const { rerender } = render(<Composer onSend={onSend} />)
  await userEvent.type(box(), '   {Enter}')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
  rerender(<Composer onSend={onSend} streaming />)
  await userEvent.type(box(), 'more{Enter}')
  rerender(<Composer onSend={onSend} disabled value="more" />)
  fireEvent.keyDown(box(), { key: 'Enter' })
  expect(onSend).not.toHaveBeenCalled()
})

it('empties the box before it sends, so that a failed question can be put back', async () => {
  function Draft() {
    const [draft, setDraft] = useState('Hello')
    return <Composer value={draft} onValueChange={setDraft} onSend={setDraft} />
  }
  render(<Draft />)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(box().value).toBe('Hello')
})

it("has 'a stop button while streaming', and stops with Escape too", async () => {
  const onStop = vi.fn<() => void>()
  render(<Composer onSend={() => {}} streaming onStop={onStop} />)
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await userEvent.type(box(), '{Escape}')
  expect(onStop).toHaveBeenCalledTimes(2)
})

it('does not stop by the second half of a double click on Send', () => {
  const onStop = vi.fn<() => void>()
  render(<Composer onSend={() => {}} streaming onStop={onStop} />)
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }), { detail: 2 })
  expect(onStop).not.toHaveBeenCalled()
})

it('says why it is disabled', () => {
  render(<Composer onSend={() => {}} disabled disabledReason="Accept the disclaimer first." />)
  expect(box().disabled).toBe(true)
  const reason = document.querySelector(`[id="${box().getAttribute('aria-describedby')}"]`)
  expect(reason?.textContent).toBe('Accept the disclaimer first.')
})

it('takes files that are chosen, pasted and dropped, of whatever kind: whoever refuses one says why', async () => {
  const onAttach = vi.fn<(files: File[]) => void>()
  render(<Composer onSend={() => {}} onAttach={onAttach} />)
  await userEvent.upload(screen.getByLabelText('Attach files', { selector: 'input' }), png)
  expect(onAttach).toHaveBeenLastCalledWith([png])
  const note = new File(['x'], 'a.txt', { type: 'text/plain' })
  fireEvent.paste(box(), { clipboardData: { files: [note], types: ['Files'] } })
  expect(onAttach).toHaveBeenLastCalledWith([note])
  const drop = createEvent.drop(box(), { dataTransfer: { files: [png], types: ['Files'] } })
  fireEvent(box(), drop)
  expect(onAttach).toHaveBeenCalledTimes(3)
  expect(drop.defaultPrevented).toBe(true)
})

it('pastes the text of what was copied from a document, not the picture that comes with it', () => {
  const onAttach = vi.fn<(files: File[]) => void>()
  render(<Composer onSend={() => {}} onAttach={onAttach} />)
  fireEvent.paste(box(), { clipboardData: { files: [png], types: ['text/plain', 'text/html', 'Files'] } })
  expect(onAttach).not.toHaveBeenCalled()
})

it('has no attach button where nothing may be attached', () => {
  render(<Composer onSend={() => {}} />)
  expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull()
})

it('shows each attachment with a way to take it out', async () => {
  const onRemove = vi.fn<(id: string) => void>()
  const attachments = [{ id: 'a', name: 'label.png', previewUrl: 'data:,' }]
  render(<Composer onSend={() => {}} attachments={attachments} onRemoveAttachment={onRemove} />)
  expect(screen.getByRole('img', { name: 'label.png' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Remove label.png' }))
  expect(onRemove).toHaveBeenCalledWith('a')
})

it('lets a parent put the focus into the box', () => {
  const inputRef = createRef<HTMLTextAreaElement>()
  render(<Composer onSend={() => {}} inputRef={inputRef} />)
  expect(inputRef.current).toBe(box())
})

it('waits with sending until each attachment is ready', async () => {
  const onSend = vi.fn<(text: string) => void>()
  const { rerender } = render(
    <Composer
      onSend={onSend}
      defaultValue="Is it this one?"
      attachments={[{ id: 'a', name: 'label.png', previewUrl: null }]}
    />,
  )
  expect(screen.getByText('Preparing…')).toBeDefined()
  await userEvent.type(box(), '{Enter}')
  expect(onSend).not.toHaveBeenCalled()
  expect(box().value).toBe('Is it this one?')
  rerender(<Composer onSend={onSend} attachments={[{ id: 'a', name: 'label.png', previewUrl: 'data:,' }]} />)
  await userEvent.type(box(), '{Enter}')
  expect(onSend).toHaveBeenCalledExactlyOnceWith('Is it this one?')
})

it('tells how many characters are left, and keeps and does not send what is too long', async () => {
  const onSend = vi.fn<(text: string) => void>()
  render(<Composer onSend={onSend} maxCharacters={20} defaultValue="1234567890" />)
  expect(screen.queryByText(/left/u)).toBeNull()
  // A character outside the basic plane counts once.
  await userEvent.type(box(), '12345678😀')
  expect(screen.getByText('1 character left')).toBeDefined()
  await userEvent.type(box(), '12{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Message is too long (max 20 characters).')
  expect(box().getAttribute('aria-invalid')).toBe('true')
  expect(onSend).not.toHaveBeenCalled()
  expect(box().value).toBe('123456789012345678😀12')
})

it('asks for the last question with the arrow up in an empty box, and in no other', async () => {
  const onEditLast = vi.fn<() => void>()
  render(<Composer onSend={() => {}} onEditLast={onEditLast} />)
  await userEvent.type(box(), 'x{ArrowUp}')
  await userEvent.type(box(), '{Backspace}{Shift>}{ArrowUp}{/Shift}')
  expect(onEditLast).not.toHaveBeenCalled()
  await userEvent.type(box(), '{ArrowUp}')
  expect(onEditLast).toHaveBeenCalledTimes(1)
})

it('says what was not taken', () => {
  render(<Composer onSend={() => {}} problem="notes.txt is not an image." />)
  expect(screen.getByRole('alert').textContent).toBe('notes.txt is not an image.')
})
