import type { Meta, Story } from '@org/config/story'
import { DisclaimerGate, type DisclaimerGateProps } from './disclaimer-gate.tsx'

const box = ['checkbox', 'I have read and accept the disclaimer.'] as const
const agree = ['button', 'Agree and continue'] as const

const meta: Meta<DisclaimerGateProps> = {
  title: 'ui-kit/chat/DisclaimerGate',
  component: DisclaimerGate,
  argTypes: { onAccept: { action: 'onAccept' } },
}
export default meta

function check({ canvasElement }: { canvasElement: HTMLElement }): void {
  canvasElement.querySelector('input')?.click()
}

export const Unread: Story<DisclaimerGateProps> = {
  parameters: {
    keyboard: [
      {
        on: box,
        keys: ['Space', 'Tab'],
        does: 'checks it, which makes the button one to go to',
        expect: [{ checked: box }, { focus: agree }],
      },
    ],
  },
}

export const Checked: Story<DisclaimerGateProps> = {
  play: check,
  parameters: {
    keyboard: [{ on: agree, keys: ['Enter'], does: 'accepts', expect: [{ called: 'onAccept' }] }],
  },
}

export const RightToLeft: Story<DisclaimerGateProps> = {
  args: {
    labels: {
      title: 'قبل أن تبدأ',
      summary: 'يقدم المساعد معلومات عامة وقد يخطئ. لا يغني ذلك عن استشارة طبيب.',
      link: 'اقرأ إخلاء المسؤولية',
      accept: 'قرأت إخلاء المسؤولية وأوافق عليه.',
      agree: 'أوافق وأتابع',
    },
  },
  globals: { dir: 'rtl' },
}
