import type { Meta, Story } from '@org/config/story'
import { useState } from 'react'
import { TextLink } from '../../controls/text-link.tsx'
import { ConversationSidebar, type ConversationSidebarProps } from './conversation-sidebar.tsx'

const conversations = [
  { key: '1', title: 'Magnesium and sleep' },
  { key: '2', title: '' },
  { key: '3', title: 'How much protein after fifty?' },
  {
    key: '4',
    title: 'Iron, tea and coffee: what goes together with what, and when, and why it matters at all',
  },
]
const search = ['searchbox', 'Search conversations'] as const
const first = ['button', 'Magnesium and sleep'] as const
const untitled = ['button', 'Untitled'] as const
const last = ['button', conversations[3]?.title ?? ''] as const
const title = ['textbox', 'Title'] as const
const rename = ['button', 'Rename Magnesium and sleep'] as const

const meta: Meta<ConversationSidebarProps> = {
  title: 'ui-kit/chat/ConversationSidebar',
  component: ConversationSidebar,
  args: { conversations, selectedKey: '3' },
  argTypes: {
    onSelect: { action: 'onSelect' },
    onCreate: { action: 'onCreate' },
    onRename: { action: 'onRename' },
    onDelete: { action: 'onDelete' },
    onRetry: { action: 'onRetry' },
    onLoadOlder: { action: 'onLoadOlder' },
  },
  // Open, for a narrow window: there the list is a dropdown.
  render: (args) => <Opened {...args} />,
  parameters: { layout: 'fullscreen' },
}
export default meta

function Opened(props: ConversationSidebarProps) {
  const [open, setOpen] = useState(true)
  return <ConversationSidebar open={open} onOpenChange={setOpen} {...props} />
}

function pressButton(name: string) {
  return ({ canvasElement }: { canvasElement: HTMLElement }) =>
    canvasElement.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)?.click()
}

export const Full: Story<ConversationSidebarProps> = {
  args: { hasOlder: true, footer: <TextLink href="#login">Sign in to keep your conversations</TextLink> },
  parameters: {
    keyboard: [
      { on: search, keys: ['ArrowDown'], does: 'goes to the first conversation', expect: [{ focus: first }] },
      {
        on: first,
        keys: ['ArrowDown'],
        does: 'goes to the next conversation',
        expect: [{ focus: untitled }],
      },
      {
        on: first,
        keys: ['ArrowUp'],
        does: 'goes up, from the first conversation to the search box',
        expect: [{ focus: search }],
      },
      { on: first, keys: ['End'], does: 'goes to the last conversation', expect: [{ focus: last }] },
      { on: last, keys: ['Home'], does: 'goes to the first conversation', expect: [{ focus: first }] },
      {
        on: first,
        keys: ['Enter'],
        does: 'opens the conversation',
        expect: [{ called: 'onSelect', with: ['1'] }],
      },
      {
        on: rename,
        keys: ['Enter'],
        does: 'turns the title into a box, with the focus in it',
        expect: [{ focus: title }],
      },
    ],
  },
}

export const Renaming: Story<ConversationSidebarProps> = {
  play: pressButton('Rename Magnesium and sleep'),
  parameters: {
    keyboard: [
      {
        on: title,
        keys: ['Enter'],
        does: 'saves the title; the focus goes back to the button',
        expect: [{ called: 'onRename', with: ['1', 'Magnesium and sleep'] }, { focus: rename }],
      },
      {
        on: title,
        keys: ['Escape'],
        does: 'leaves the title as it was',
        expect: [{ gone: title }, { focus: rename }],
      },
      { on: title, keys: ['ArrowDown'], does: 'is the text’s own', expect: [{ focus: title }] },
    ],
  },
}

export const AskingBeforeDeleting: Story<ConversationSidebarProps> = {
  play: pressButton('Delete Magnesium and sleep'),
  parameters: {
    awaits: '[role="alertdialog"][open]',
    keyboard: [
      {
        on: ['button', 'Cancel'],
        keys: ['Escape'],
        does: 'keeps the conversation',
        expect: [{ gone: ['alertdialog', 'Delete this conversation?'] }],
      },
    ],
  },
}

export const Dropdown: Story<ConversationSidebarProps> = {
  args: { layout: 'dropdown' },
  parameters: {
    keyboard: [
      {
        on: search,
        keys: ['Escape'],
        does: 'in the dropdown: closes it',
        expect: [{ gone: search }, { focus: ['button', 'How much protein after fifty?'] }],
      },
    ],
  },
}

export const ClosedDropdown: Story<ConversationSidebarProps> = { args: { layout: 'dropdown', open: false } }

export const Empty: Story<ConversationSidebarProps> = { args: { conversations: [] } }

export const Loading: Story<ConversationSidebarProps> = { args: { conversations: [], loading: true } }

export const Failed: Story<ConversationSidebarProps> = { args: { conversations: [], failed: true } }

export const LoadingOlder: Story<ConversationSidebarProps> = { args: { hasOlder: true, loadingOlder: true } }

export const Searching: Story<ConversationSidebarProps> = {
  args: { search: 'whey', searchResult: { status: 'loading', items: [] } },
}

export const SearchFailed: Story<ConversationSidebarProps> = {
  args: { search: 'whey', searchResult: { status: 'failed', items: [] } },
}

export const RightToLeft: Story<ConversationSidebarProps> = {
  args: {
    conversations: [
      { key: '1', title: 'المغنيسيوم والنوم' },
      { key: '2', title: 'How much protein after fifty?' },
    ],
    selectedKey: '1',
    labels: {
      conversations: 'المحادثات',
      newConversation: 'محادثة جديدة',
      search: 'البحث في المحادثات',
      renameConversation: (name) => `إعادة تسمية ${name}`,
      deleteConversation: (name) => `حذف ${name}`,
    },
  },
  globals: { dir: 'rtl' },
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

export const Grouped: Story<ConversationSidebarProps> = {
  args: {
    conversations: [
      { key: 'p', title: 'My supplements', updatedAt: daysAgo(60), pinned: true },
      { key: '3', title: 'Magnesium and sleep', updatedAt: daysAgo(0) },
      { key: '4', title: 'Iron, tea and coffee: what goes together with what', updatedAt: daysAgo(1) },
      { key: '5', title: 'Protein after fifty', updatedAt: daysAgo(5) },
      { key: '6', title: 'Vitamin D in winter', updatedAt: daysAgo(20) },
      { key: '7', title: 'Skin and sun', updatedAt: daysAgo(100) },
    ],
    onPin: () => {},
    onArchive: () => {},
    onArchivedChange: () => {},
  },
}

export const Archive: Story<ConversationSidebarProps> = {
  args: {
    archived: true,
    onArchive: () => {},
    onArchivedChange: () => {},
    searchResult: {
      status: 'ready',
      items: [{ key: '8', title: 'Zinc and colds', updatedAt: daysAgo(40), archived: true }],
    },
  },
}

export const NoMatches: Story<ConversationSidebarProps> = {
  args: { search: 'selenium', searchResult: { status: 'ready', items: [] } },
}
