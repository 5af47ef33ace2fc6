import type { Meta, Story } from '@org/config/story'
import { TextField, type TextFieldProps } from './text-field.tsx'

const meta: Meta<TextFieldProps> = {
  title: 'ui-kit/TextField',
  component: TextField,
  args: { label: 'Email', type: 'email', autoComplete: 'email' },
  argTypes: { onValueChange: { action: 'onValueChange' } },
}
export default meta

export const Empty: Story<TextFieldProps> = { args: { placeholder: 'you@example.com' } }

export const WithDescription: Story<TextFieldProps> = {
  args: { description: 'Where we send the link that sets a new password.', defaultValue: 'ada@example.com' },
}

export const WithError: Story<TextFieldProps> = {
  args: { defaultValue: 'ada@', error: 'Enter a valid email address.' },
}

export const Disabled: Story<TextFieldProps> = { args: { defaultValue: 'ada@example.com', disabled: true } }

export const LabelForScreenReaders: Story<TextFieldProps> = {
  args: { label: 'Filter by name', labelHidden: true, type: 'search', placeholder: 'Filter by name' },
}

export const LongText: Story<TextFieldProps> = {
  args: {
    label: 'The address under which people find the shop that the products of your assistant come from',
    description:
      'https://shop.example.com/collections/vitamins-and-minerals/products/magnesium-glycinate-120-capsules',
    defaultValue:
      'https://shop.example.com/collections/vitamins-and-minerals/products/magnesium-glycinate-120-capsules',
    error:
      'The address answers with a page of its own for every name, so that no product can be told from it.',
    type: 'url',
  },
}

export const RightToLeft: Story<TextFieldProps> = {
  args: { label: 'الاسم', description: 'كما يراه الآخرون.', defaultValue: 'ليلى', type: 'text' },
  globals: { dir: 'rtl' },
}
