import type { Meta, Story } from '@org/config/story'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { TextField } from '../controls/text-field.tsx'

const dialog = ['dialog', 'Rename widget'] as const
const close = ['button', 'Close'] as const
const opener = ['button', 'Open'] as const

const meta: Meta<DialogProps> = {
  title: 'ui-kit/Dialog',
  component: Dialog,
  args: {
    title: 'Rename widget',
    description: 'Visitors do not see this name.',
    children: <TextField label="Name" defaultValue="Front page" />,
    footer: <Button variant="primary">Save</Button>,
  },
  argTypes: { onOpenChange: { action: 'onOpenChange' } },
  render: (args) => <Opened {...args} />,
}
export default meta

function Opened(props: DialogProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        {...props}
        open={open}
        onOpenChange={(next) => {
          setOpen(next)
          props.onOpenChange(next)
        }}
      />
    </>
  )
}

function press({ canvasElement }: { canvasElement: HTMLElement }): void {
  const button = canvasElement.querySelector('button')
  // As by a reader: it is there that the focus goes back to.
  button?.focus()
  button?.click()
}

export const Open: Story<DialogProps> = {
  play: press,
  parameters: {
    keyboard: [
      {
        on: close,
        keys: ['Escape'],
        does: 'closes it; the focus goes back to what opened it',
        expect: [{ gone: dialog }, { focus: opener }, { called: 'onOpenChange', with: [false] }],
      },
      {
        on: close,
        keys: ['Enter'],
        does: 'closes it; the focus goes back to what opened it',
        expect: [{ gone: dialog }, { focus: opener }],
      },
      {
        on: close,
        keys: ['Tab'],
        does: 'goes on within the dialog',
        expect: [{ focus: ['textbox', 'Name'] }],
      },
    ],
  },
}

export const Small: Story<DialogProps> = { args: { size: 'small', children: undefined }, play: press }

export const Large: Story<DialogProps> = { args: { size: 'large' }, play: press }

export const Sheet: Story<DialogProps> = { args: { sheet: true }, play: press }

export const NeedsAnAnswer: Story<DialogProps> = {
  args: { dismissible: false },
  play: press,
  parameters: {
    keyboard: [
      {
        on: ['button', 'Save'],
        keys: ['Escape'],
        does: 'nothing, where the dialog needs an answer',
        expect: [{ shown: dialog }],
      },
    ],
  },
}

export const LongText: Story<DialogProps> = {
  args: {
    title:
      'What the assistant does with Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz and others',
    children: Array.from({ length: 12 }, (_, index) => (
      <p key={index}>
        {`${index + 1}. It answers from the articles of the authors that were chosen, names the passages that it has used, and says so when it has found none.`}
      </p>
    )),
  },
  play: press,
}

export const RightToLeft: Story<DialogProps> = {
  args: {
    title: 'إعادة تسمية الأداة',
    description: 'لا يرى الزوار هذا الاسم.',
    children: <TextField label="الاسم" defaultValue="الصفحة الأولى" />,
    footer: <Button variant="primary">حفظ</Button>,
    labels: { close: 'إغلاق' },
  },
  globals: { dir: 'rtl' },
  play: press,
}
