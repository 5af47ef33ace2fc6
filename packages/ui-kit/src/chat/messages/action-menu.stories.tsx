import type { Meta, Story } from '@org/config/story'
import { Download, Ellipsis, Pencil, Printer } from 'lucide-react'
import { ActionMenu, type ActionMenuProps } from './action-menu.tsx'

const button = ['button', 'Conversation'] as const
const menu = ['menu', 'Conversation'] as const
const download = ['menuitem', 'Download'] as const
const print = ['menuitem', 'Print'] as const
const rename = ['menuitem', 'Rename'] as const
const ignore = () => undefined

const meta: Meta<ActionMenuProps> = {
  title: 'ui-kit/chat/ActionMenu',
  component: ActionMenu,
  args: {
    label: 'Conversation',
    icon: <Ellipsis />,
    actions: [
      { id: 'download', label: 'Download', icon: <Download aria-hidden="true" />, onSelect: ignore },
      { id: 'print', label: 'Print', icon: <Printer aria-hidden="true" />, onSelect: ignore },
      { id: 'rename', label: 'Rename', icon: <Pencil aria-hidden="true" />, onSelect: ignore },
    ],
  },
  // Places the menu at the end of a bar, where it opens below.
  render: (args) => (
    <div
      style={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'flex-start', minBlockSize: '12rem' }}
    >
      <ActionMenu {...args} />
    </div>
  ),
}
export default meta

function press({ canvasElement }: { canvasElement: HTMLElement }): void {
  canvasElement.querySelector('button')?.click()
}

export const Open: Story<ActionMenuProps> = {
  play: press,
  parameters: {
    keyboard: [
      { on: download, keys: ['ArrowDown'], does: 'goes to the next action', expect: [{ focus: print }] },
      {
        on: download,
        keys: ['ArrowUp'],
        does: 'goes up, from the first to the last',
        expect: [{ focus: rename }],
      },
      {
        on: rename,
        keys: ['ArrowDown'],
        does: 'goes down, from the last to the first',
        expect: [{ focus: download }],
      },
      { on: rename, keys: ['Home'], does: 'goes to the first action', expect: [{ focus: download }] },
      { on: download, keys: ['End'], does: 'goes to the last action', expect: [{ focus: rename }] },
      {
        on: download,
        keys: ['r'],
        does: 'a letter: goes to the next action that begins with it',
        expect: [{ focus: rename }],
      },
      {
        on: print,
        keys: ['Enter'],
        does: 'does the action and closes the menu',
        expect: [{ gone: menu }, { focus: button }],
      },
      {
        on: print,
        keys: ['Escape'],
        does: 'closes the menu; the focus goes back to the button',
        expect: [{ gone: menu }, { focus: button }],
      },
      { on: print, keys: ['Tab'], does: 'closes the menu and goes on', expect: [{ gone: menu }] },
    ],
  },
}

export const Closed: Story<ActionMenuProps> = {
  parameters: {
    keyboard: [
      {
        on: button,
        keys: ['Enter'],
        does: 'opens the menu at its first action',
        expect: [{ shown: menu }, { focus: download }],
      },
      {
        on: button,
        keys: ['ArrowDown'],
        does: 'opens the menu at its first action',
        expect: [{ shown: menu }, { focus: download }],
      },
    ],
  },
}

export const LongText: Story<ActionMenuProps> = {
  args: {
    actions: [
      { id: 'one', label: 'Download the conversation with all of its sources as Markdown', onSelect: ignore },
      { id: 'two', label: 'Print', onSelect: ignore },
    ],
  },
  play: press,
}

export const RightToLeft: Story<ActionMenuProps> = {
  args: {
    label: 'المحادثة',
    actions: [
      { id: 'download', label: 'تنزيل', icon: <Download aria-hidden="true" />, onSelect: ignore },
      { id: 'print', label: 'طباعة', icon: <Printer aria-hidden="true" />, onSelect: ignore },
    ],
  },
  globals: { dir: 'rtl' },
  play: press,
}
