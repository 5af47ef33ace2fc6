import type { Meta, Story } from '@org/config/story'
import { MultiSelect, type MultiSelectProps } from './multi-select.tsx'
import { TextLink } from '../controls/text-link.tsx'

const trigger = ['button', 'Authors'] as const
const search = ['searchbox', 'Search'] as const
const ada = ['checkbox', 'Dr. Ada Winter'] as const
const ben = ['checkbox', 'Ben Okafor'] as const
const chloe = ['checkbox', 'Chloé Marchand'] as const
const options = [
  { value: 'ada', label: 'Dr. Ada Winter', description: 'Sleep and stress' },
  { value: 'ben', label: 'Ben Okafor', description: 'Training and recovery' },
  { value: 'chloe', label: 'Chloé Marchand' },
]

const press = ({ canvasElement }: { canvasElement: HTMLElement }) =>
  canvasElement.querySelector('button')?.click()
const awaits = 'dialog[open]'

const meta: Meta<MultiSelectProps> = {
  title: 'ui-kit/MultiSelect',
  component: MultiSelect,
  args: { label: 'Authors', options },
  argTypes: { onValueChange: { action: 'onValueChange' } },
}
export default meta

export const Open: Story<MultiSelectProps> = {
  render: (args) => (
    <>
      <MultiSelect {...args} />
      <TextLink href="#next">What comes after it</TextLink>
    </>
  ),
  play: press,
  parameters: {
    awaits,
    keyboard: [
      { on: search, keys: ['ArrowDown'], does: 'goes to the first option', expect: [{ focus: ada }] },
      { on: search, keys: ['ArrowUp'], does: 'goes to the last option', expect: [{ focus: chloe }] },
      {
        on: search,
        typed: 'ben',
        keys: ['Enter'],
        does: 'chooses the only option that is left',
        expect: [{ checked: ben }, { called: 'onValueChange', with: [['ben']] }],
      },
      { on: ada, keys: ['ArrowDown'], does: 'goes to the next option', expect: [{ focus: ben }] },
      {
        on: ada,
        keys: ['ArrowUp'],
        does: 'goes up, from the first option to the search box',
        expect: [{ focus: search }],
      },
      { on: chloe, keys: ['Home'], does: 'goes to the first option', expect: [{ focus: ada }] },
      { on: ada, keys: ['End'], does: 'goes to the last option', expect: [{ focus: chloe }] },
      { on: ada, keys: ['Space'], does: 'chooses it, or takes it back', expect: [{ checked: ada }] },
      { on: ada, keys: ['Enter'], does: 'chooses it, or takes it back', expect: [{ checked: ada }] },
      {
        on: ada,
        keys: ['Escape'],
        does: 'closes the list; the focus goes back to the button',
        expect: [{ gone: ['dialog', 'Authors'] }, { focus: trigger }],
      },
      {
        on: chloe,
        keys: ['Tab'],
        does: 'from the last option: closes the list',
        expect: [{ gone: ['dialog', 'Authors'] }],
      },
    ],
  },
}

export const Closed: Story<MultiSelectProps> = {
  parameters: {
    keyboard: [
      {
        on: trigger,
        keys: ['Enter'],
        does: 'opens the list, with the focus in its search box',
        expect: [{ shown: ['dialog', 'Authors'] }, { focus: search }],
      },
    ],
  },
}

export const Limited: Story<MultiSelectProps> = { args: { defaultValue: ['ada', 'ben'] } }

export const OpenWithChoice: Story<MultiSelectProps> = {
  args: { defaultValue: ['ada', 'ben'] },
  play: press,
  parameters: { awaits },
}

export const NothingToChoose: Story<MultiSelectProps> = {
  args: { options: [] },
  play: press,
  parameters: { awaits },
}

export const Disabled: Story<MultiSelectProps> = { args: { disabled: true } }

export const LongText: Story<MultiSelectProps> = {
  args: {
    options: Array.from({ length: 24 }, (_, index) => ({
      value: String(index),
      label: `Professor Maximiliane von Hohenstein-Schönburg the ${index + 1}th`,
      description: 'Nutrition in pregnancy, childhood and old age, with a look at trace elements',
    })),
  },
  play: press,
  parameters: { awaits },
}

export const RightToLeft: Story<MultiSelectProps> = {
  args: {
    label: 'المؤلفون',
    options: [
      { value: '1', label: 'ليلى حداد', description: 'النوم والتوتر' },
      { value: '2', label: 'عمر نجار' },
    ],
    labels: { search: 'بحث', selectAll: 'تحديد الكل', selectNone: 'إلغاء التحديد' },
  },
  globals: { dir: 'rtl' },
  play: press,
  parameters: { awaits },
}
