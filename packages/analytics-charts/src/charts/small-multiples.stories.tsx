import type { Meta, Story } from '@org/config/story'
import { SmallMultiples, type SmallMultiplesProps } from './small-multiples.tsx'

const days = Array.from({ length: 30 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
const names = ['Magnesium glycinate', 'Vitamin D3', 'Omega-3', 'Zinc', 'Sensitive skin cleansing gel']
const series = names.map((name, at) => ({
  name,
  daily: days.map((_, day) => Math.max(0, Math.round(5 * Math.sin((day + 3) * (at + 2)) + 2 - at))),
}))

const meta: Meta<SmallMultiplesProps> = {
  title: 'analytics-charts/SmallMultiples',
  component: SmallMultiples,
  args: { title: 'Product series', days, series, locale: 'en' },
  argTypes: { onSelect: { action: 'onSelect' } },
  parameters: { awaits: 'canvas' },
}
export default meta

const slider = [
  'slider',
  'Product series. Sunday, November 1, 2026 to Tuesday, November 3, 2026. Zinc: 3 in total, at most 2 on Sunday, November 1, 2026. Iron: 4 in total, at most 4 on Tuesday, November 3, 2026.',
] as const

export const TwoNames: Story<SmallMultiplesProps> = {
  args: {
    days: days.slice(0, 3),
    series: [
      { name: 'Zinc', daily: [2, 1, 0] },
      { name: 'Iron', daily: [0, 0, 4] },
    ],
  },
  parameters: {
    keyboard: [
      {
        on: slider,
        keys: ['ArrowRight'],
        does: 'goes to the next day',
        expect: [{ value: slider, is: 'Monday, November 2, 2026: Zinc 1, Iron 0' }],
      },
      {
        on: slider,
        keys: ['End', 'Enter'],
        does: 'chooses the last day',
        expect: [{ called: 'onSelect', with: ['2026-11-03'] }],
      },
      {
        on: ['button', 'Show as table: Product series'],
        keys: ['Enter'],
        does: 'shows the data as a table',
        expect: [{ shown: ['table', 'Product series'] }],
      },
    ],
  },
}

export const FiveNames: Story<SmallMultiplesProps> = {}

export const ByWeek: Story<SmallMultiplesProps> = { args: { interval: 'week', locale: 'en-GB' } }

export const AsTable: Story<SmallMultiplesProps> = {
  play: ({ canvasElement }) => canvasElement.querySelector('button')?.click(),
  parameters: { awaits: 'table' },
}

export const Empty: Story<SmallMultiplesProps> = {
  args: { days: [], series: [] },
  parameters: { awaits: 'figure' },
}

export const RightToLeft: Story<SmallMultiplesProps> = {
  args: { title: 'مسار المنتجات', locale: 'ar' },
  globals: { dir: 'rtl' },
}
