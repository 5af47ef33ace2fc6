import { useState } from 'react'
import type { Meta, Story } from '@org/config/story'
import { Button } from '../controls/button.tsx'
import { Dialog, type DialogProps } from '../overlays/dialog.tsx'
import { lazyPart } from './lazy-part.tsx'
import { OnceOpened } from './once-opened.tsx'

const LazyDialog = lazyPart(
  async () => Dialog,
  () => null,
)

function Example() {
  const [open, setOpen] = useState(false)
  const props: DialogProps = {
    title: 'Keys',
    open,
    onOpenChange: setOpen,
    children: 'The code of this dialog came when it was first opened, or when the page was idle.',
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Show the keys</Button>
      <OnceOpened part={LazyDialog} open={open} props={props} />
    </>
  )
}

const meta: Meta<object> = { title: 'ui-kit/OnceOpened', component: Example }
export default meta

export const Closed: Story<object> = {}
