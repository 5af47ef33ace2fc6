import type { Meta, Story } from '@org/config/story'
import { Alert, type AlertProps } from './alert.tsx'
import { Button } from '../controls/button.tsx'

const meta: Meta<AlertProps> = { title: 'ui-kit/Alert', component: Alert }
export default meta

export const Info: Story<AlertProps> = {
  args: { title: 'Your conversations moved to your account.', children: 'You can go on where you left off.' },
}

export const Success: Story<AlertProps> = {
  args: { tone: 'success', children: 'Thank you! Your message was sent.' },
}

export const Warning: Story<AlertProps> = {
  args: {
    tone: 'warning',
    title: 'You are offline.',
    children: 'What you write is kept, and can be sent when the connection is back.',
  },
}

export const Danger: Story<AlertProps> = {
  args: {
    tone: 'danger',
    title: 'Your conversations could not be loaded.',
    action: <Button size="small">Try again</Button>,
  },
}

export const LongText: Story<AlertProps> = {
  args: {
    tone: 'warning',
    title:
      'The address https://shop.example.com/products/magnesium-glycinate-120-capsules-vegan is not known',
    children:
      'Addresses of the knowledge base have to begin with https://, and must not lead to this machine or to a network that is not public. Nothing of this import was stored.',
    action: <Button size="small">Choose another file</Button>,
  },
}

export const RightToLeft: Story<AlertProps> = {
  args: { tone: 'danger', title: 'تعذر تحميل محادثاتك.', action: <Button size="small">أعد المحاولة</Button> },
  globals: { dir: 'rtl' },
}
