import type { Meta, Story } from '@org/config/story'
import { HandoverForm, type HandoverFormProps } from './handover-form.tsx'
import type { HandoverSettings, HandoverTransport } from './handover-transport.ts'

const settings: HandoverSettings = {
  available: true,
  open: true,
  outside: '',
  name: 'optional',
  reply: 'required',
  redact: false,
}

function transportOf(given: Partial<HandoverSettings> = {}): HandoverTransport {
  return {
    load: () => Promise.resolve({ ...settings, ...given }),
    preview: (transcript) => Promise.resolve(transcript),
    send: () => Promise.resolve({ reference: 'H-7F3K-9Q2M', open: given.open ?? true }),
    describe: () => null,
  }
}

const meta: Meta<HandoverFormProps> = {
  title: 'ui-kit/handover/HandoverForm',
  component: HandoverForm,
  args: {
    transport: transportOf(),
    conversation: {
      messages: [
        { role: 'user', text: 'Do you ship to Malta?' },
        { role: 'assistant', text: 'The content does not cover this.' },
      ],
      answerId: undefined,
      notice: null,
    },
  },
  argTypes: { onClose: { action: 'onClose' } },
}
export default meta

export const Open: Story<HandoverFormProps> = {}

export const OutsideOfHours: Story<HandoverFormProps> = {
  args: { transport: transportOf({ open: false, outside: 'We are back on Monday at 9.' }) },
}

export const Unavailable: Story<HandoverFormProps> = {
  args: { transport: transportOf({ available: false }) },
}

export const Unreachable: Story<HandoverFormProps> = {
  args: { transport: { ...transportOf(), load: () => Promise.reject(new Error('unreachable')) } },
}
