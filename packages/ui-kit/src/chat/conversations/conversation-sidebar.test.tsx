import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { ConversationSummary } from './conversation-sidebar-list.tsx'
import { ConversationSidebar, type ConversationSidebarProps } from './conversation-sidebar.tsx'

const conversations = [
  { key: '1', title: 'Magnesium and sleep' },
  { key: '2', title: '' },
  { key: '3', title: 'Protein' },
]

function show(props: Partial<ConversationSidebarProps> = {}) {
  const spies = {
    onSelect: vi.fn<(key: string) => void>(),
    onCreate: vi.fn<() => void>(),
    onRename: vi.fn<(key: string, title: string) => void>(),
    onDelete: vi.fn<(key: string) => void>(),
  }
  render(<ConversationSidebar conversations={conversations} selectedKey="1" {...spies} {...props} />)
  return spies
}

const titles = (): string[] =>
  within(screen.getByRole('list'))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

it("lists the conversations, with 'Untitled' for an empty title, and marks the selected one", () => {
  show()
  expect(titles()).toEqual(['Magnesium and sleep', 'Untitled', 'Protein'])
  const current = screen.getAllByRole('button', { current: 'page' })
  expect(current.map(({ textContent }) => textContent)).toEqual(['Magnesium and sleep'])
})

it('selects, and starts a new conversation', async () => {
  const { onSelect, onCreate } = show()
  await userEvent.click(screen.getByRole('button', { name: 'Protein' }))
  expect(onSelect).toHaveBeenCalledWith('3')
  await userEvent.click(screen.getByRole('button', { name: 'New conversation' }))
  expect(onCreate).toHaveBeenCalledTimes(1)
})

it('makes links of the rows, and leaves a press with Ctrl to the browser', async () => {
  const { onSelect } = show({ getHref: (key) => `#${key}` })
  const link = screen.getByRole('link', { name: 'Protein' })
  expect(link.getAttribute('href')).toBe('#3')
  fireEvent.click(link, { ctrlKey: true })
  expect(onSelect).not.toHaveBeenCalled()
  await userEvent.click(link)
  expect(onSelect).toHaveBeenCalledWith('3')
})

it('searches in the titles', async () => {
  show()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'PROT')
  expect(titles()).toEqual(['Protein'])
  await userEvent.type(screen.getByRole('searchbox'), 'x')
  expect(screen.getByText('No matches for “PROTx”')).toBeDefined()
})

it("says 'No conversations yet' when there are none, but not while they are loading", () => {
  const { rerender } = render(
    <ConversationSidebar conversations={[]} onSelect={() => {}} onCreate={() => {}} loading />,
  )
  expect(screen.queryByText('No conversations yet')).toBeNull()
  expect(screen.getByText('Loading conversations…')).toBeDefined()
  rerender(<ConversationSidebar conversations={[]} onSelect={() => {}} onCreate={() => {}} />)
  expect(screen.getByText('No conversations yet')).toBeDefined()
})

it('renames with Save, and the focus goes back to the button', async () => {
  const { onRename } = show()
  await userEvent.click(screen.getByRole('button', { name: 'Rename Protein' }))
  const input = screen.getByRole('textbox', { name: 'Title' })
  expect(document.activeElement).toBe(input)
  await userEvent.keyboard('Protein after 50')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onRename).toHaveBeenCalledExactlyOnceWith('3', 'Protein after 50')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Protein' }))
})

it("'any text accepted': as it was typed", async () => {
  const { onRename } = show()
  const title = `  <b>Protein</b> & ${'x'.repeat(500)} 💪 بروتين `
  await userEvent.click(screen.getByRole('button', { name: 'Rename Protein' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: title } })
  await userEvent.keyboard('{Enter}')
  expect(onRename).toHaveBeenCalledExactlyOnceWith('3', title)
})

it("'an empty title becomes Untitled'; Enter saves", async () => {
  const { onRename } = show()
  await userEvent.click(screen.getByRole('button', { name: 'Rename Protein' }))
  await userEvent.keyboard('{Backspace}{Enter}')
  expect(onRename).toHaveBeenCalledExactlyOnceWith('3', 'Untitled')
})

it('leaves Enter to an input method that composes a title', async () => {
  const { onRename } = show()
  await userEvent.click(screen.getByRole('button', { name: 'Rename Protein' }))
  const input = screen.getByRole('textbox', { name: 'Title' })
  expect(fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })).toBe(false)
  expect(onRename).not.toHaveBeenCalled()
})

it.each(['{Escape}', 'Cancel'])("'cancel does nothing': %s", async (way) => {
  const { onRename } = show()
  await userEvent.click(screen.getByRole('button', { name: 'Rename Protein' }))
  await userEvent.keyboard('Other')
  if (way === 'Cancel') await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  else await userEvent.keyboard(way)
  expect(onRename).not.toHaveBeenCalled()
  expect(titles()).toEqual(['Magnesium and sleep', 'Untitled', 'Protein'])
})

it("deletes after 'Delete this conversation?' alone", async () => {
  const { onDelete } = show()
  await userEvent.click(screen.getByRole('button', { name: 'Delete Protein' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete this conversation?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(onDelete).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Delete Protein' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(onDelete).toHaveBeenCalledExactlyOnceWith('3')
})

it('gives the focus to the next row when a conversation is deleted', async () => {
  function Deletable() {
    const [list, setList] = useState(conversations)
    return (
      <ConversationSidebar
        conversations={list}
        onSelect={() => {}}
        onCreate={() => {}}
        onDelete={(key) => setList(list.filter((each) => each.key !== key))}
      />
    )
  }
  render(<Deletable />)
  const remove = async (title: string): Promise<void> => {
    await userEvent.click(screen.getByRole('button', { name: `Delete ${title}` }))
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
    )
  }
  await remove('Magnesium and sleep')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Untitled' }))
  await remove('Protein')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Untitled' }))
  await remove('Untitled')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New conversation' }))
})

const marked = ({ key, title }: ConversationSummary, pinned: boolean) => ({ key, title, pinned })

/** A list whose pins and archive work. */
function Marked() {
  const [items, setItems] = useState<readonly ConversationSummary[]>(conversations)
  const [archived, setArchived] = useState<readonly ConversationSummary[]>([])
  const [isArchive, setIsArchive] = useState(false)
  return (
    <ConversationSidebar
      conversations={items}
      onSelect={() => {}}
      onCreate={() => {}}
      archived={isArchive}
      onArchivedChange={setIsArchive}
      searchResult={isArchive ? { status: 'ready', items: archived } : null}
      onPin={(key, pinned) => setItems(items.map((each) => (each.key === key ? marked(each, pinned) : each)))}
      onArchive={(key, isArchived) => {
        const all = [...items, ...archived]
        setItems(all.filter((each) => (each.key === key ? !isArchived : items.includes(each))))
        setArchived(all.filter((each) => (each.key === key ? isArchived : archived.includes(each))))
      }}
    />
  )
}

const choose = async (title: string, action: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: `More actions for ${title}` }))
  await userEvent.click(screen.getByRole('menuitem', { name: action }))
}

it('groups conversations by the day of their last message, pinned ones first', () => {
  const now = new Date()
  const daysAgo = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12).toISOString()
  const items = [
    { key: 'p', title: 'Pinned one', updatedAt: daysAgo(90), pinned: true },
    { key: '0', title: 'Now', updatedAt: daysAgo(0) },
    { key: '1', title: 'Last night', updatedAt: daysAgo(1) },
    { key: '7', title: 'Last week', updatedAt: daysAgo(7) },
    { key: '8', title: 'Before', updatedAt: daysAgo(8) },
    { key: '?', title: 'No time', updatedAt: null },
    { key: 'm', title: 'Long ago', updatedAt: '2020-10-15T12:00:00Z' },
  ]
  show({ conversations: items })
  const groups = screen.getAllByRole('list').map((group) => {
    const heading = document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent
    const rows = within(group).getAllByRole('listitem')
    return `${heading}: ${rows.map(({ textContent }) => textContent).join(', ')}`
  })
  expect(groups).toEqual([
    'Pinned: Pinned one',
    'Today: Now',
    'Yesterday: Last night',
    'Previous 7 days: Last week',
    'Previous 30 days: Before, No time',
    'October 2020: Long ago',
  ])
})

it('pins from the menu of a row, and the focus stays with the row', async () => {
  render(<Marked />)
  await choose('Protein', 'Pin')
  const pinned = screen.getByRole('list', { name: 'Pinned' })
  expect(within(pinned).getByRole('button', { name: 'Protein' })).toBe(document.activeElement)
  await choose('Protein', 'Unpin')
  expect(screen.queryByText('Pinned')).toBeNull()
})

it('archives to a view of its own and restores from there; the focus goes to the next row', async () => {
  render(<Marked />)
  await choose('Magnesium and sleep', 'Archive')
  expect(titles()).toEqual(['Untitled', 'Protein'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Untitled' }))
  await userEvent.click(screen.getByRole('button', { name: 'Archived conversations' }))
  expect(titles()).toEqual(['Magnesium and sleep'])
  await userEvent.click(screen.getByRole('button', { name: 'Restore Magnesium and sleep' }))
  expect(screen.getByText('No archived conversations')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Back to all conversations' }))
  expect(titles()).toHaveLength(3)
})

it('closes the menu of a row on Escape, and leaves the dropdown open', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>()
  show({ open: true, onOpenChange, onPin: () => {} })
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Protein' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(onOpenChange).not.toHaveBeenCalled()
})

it('offers neither pins nor the archive for a conversation that the server does not have', () => {
  show({ conversations: [{ key: '1', title: 'New chat', id: null }], onPin: () => {}, onArchive: () => {} })
  expect(screen.queryByRole('button', { name: /More actions/u })).toBeNull()
})

it("loads more with 'Load older conversations' while there are any", async () => {
  const onLoadOlder = vi.fn<() => void>()
  show({ hasOlder: true, onLoadOlder })
  await userEvent.click(screen.getByRole('button', { name: 'Load older conversations' }))
  expect(onLoadOlder).toHaveBeenCalledTimes(1)
})

it('opens as a dropdown that closes on a choice, on Escape and on a press outside', async () => {
  show({ layout: 'dropdown' })
  const [toggle] = screen.getAllByRole('button', { name: 'Magnesium and sleep' })
  const expanded = (): string | null | undefined => toggle?.getAttribute('aria-expanded')
  const open = async (): Promise<void> => {
    if (toggle !== undefined) await userEvent.click(toggle)
    expect(expanded()).toBe('true')
  }
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Protein' }))
  expect(expanded()).toBe('false')
  await open()
  await userEvent.keyboard('{Escape}')
  expect(expanded()).toBe('false')
  expect(document.activeElement).toBe(toggle)
  await open()
  await userEvent.click(document.body)
  expect(expanded()).toBe('false')
})

it('shows what a search beyond the list has found, and says while it searches', () => {
  const search = (status: 'loading' | 'ready' | 'failed', found = conversations.slice(2)) => (
    <ConversationSidebar
      conversations={conversations}
      onSelect={() => {}}
      onCreate={() => {}}
      search="whey"
      searchResult={{ status, items: found }}
    />
  )
  const { rerender } = render(search('loading', []))
  expect(screen.getByText('Searching…')).toBeDefined()
  rerender(search('ready'))
  expect(titles()).toEqual(['Protein'])
  rerender(search('loading'))
  expect(titles()).toEqual(['Protein'])
  expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true')
  rerender(search('ready', []))
  expect(screen.getByText('No matches for “whey”')).toBeDefined()
  rerender(search('failed', []))
  expect(screen.getByRole('alert').textContent).toBe('The search failed.')
  expect(screen.queryByText('No conversations yet')).toBeNull()
})

it('says that the list could not be loaded, and tries again on request', async () => {
  const onRetry = vi.fn<() => void>()
  show({ failed: true, onRetry })
  expect(screen.getByRole('alert').textContent).toBe('Your conversations could not be loaded.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

it('leads with the arrows from the search box into the list and back, and from row to row', async () => {
  show()
  const row = (name: string): HTMLElement => screen.getAllByRole('button', { name }).at(-1) ?? document.body
  screen.getByRole('searchbox').focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(row('Magnesium and sleep'))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(row('Protein'))
  await userEvent.keyboard('{Home}')
  expect(document.activeElement).toBe(row('Magnesium and sleep'))
  await userEvent.keyboard('{End}{ArrowUp}')
  expect(document.activeElement).toBe(row('Untitled'))
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

it('leaves the arrows to the box in which a title is written', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Rename Protein' }))
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }))
})
