import type { Meta, Story } from '@org/config/story'
import { BarChart, type BarChartProps } from './bar-chart.tsx'

const items = [
  { name: 'Magnesium Glycinate', count: 1240 },
  { name: 'Vitamin D3', count: 980 },
  { name: 'Whey protein', count: 780 },
]
const slider = [
  'slider',
  'Top products. 3 bars, from Magnesium Glycinate with 1,240 to Whey protein with 780.',
] as const

const meta: Meta<BarChartProps> = {
  title: 'analytics-charts/BarChart',
  component: BarChart,
  args: { title: 'Top products', items, locale: 'en' },
  argTypes: { onSelect: { action: 'onSelect' } },
  parameters: { awaits: 'canvas' },
}
export default meta

export const ThreeBars: Story<BarChartProps> = {
  parameters: {
    keyboard: [
      {
        on: slider,
        keys: ['ArrowDown'],
        does: 'goes to the next bar',
        expect: [{ value: slider, is: 'Vitamin D3: 980' }],
      },
      {
        on: slider,
        keys: ['ArrowDown', 'ArrowUp'],
        does: 'goes back to the bar before',
        expect: [{ value: slider, is: 'Magnesium Glycinate: 1,240' }],
      },
      {
        on: slider,
        keys: ['End'],
        does: 'goes to the last bar',
        expect: [{ value: slider, is: 'Whey protein: 780' }],
      },
      {
        on: slider,
        keys: ['ArrowDown', 'Enter'],
        does: 'chooses the bar',
        expect: [{ called: 'onSelect', with: ['Vitamin D3'] }],
      },
    ],
  },
}

export const ManyBars: Story<BarChartProps> = {
  args: {
    items: Array.from({ length: 24 }, (_, index) => ({
      name: `Product ${index + 1}`,
      count: 2400 - index * 90,
    })),
  },
}

export const LongNames: Story<BarChartProps> = {
  args: {
    items: items.map(({ name, count }) => ({
      name: `${name}, 120 capsules with vitamin B6 and zinc in a bottle of brown glass`,
      count: count * 1000,
    })),
  },
}

export const AsTable: Story<BarChartProps> = {
  play: ({ canvasElement }) => canvasElement.querySelector('button')?.click(),
  parameters: { awaits: 'table' },
}

export const Empty: Story<BarChartProps> = { args: { items: [] }, parameters: { awaits: 'figure' } }

export const RightToLeft: Story<BarChartProps> = {
  args: {
    title: 'المنتجات',
    items: [
      { name: 'مغنيسيوم', count: 12 },
      { name: 'فيتامين د', count: 9 },
    ],
    locale: 'ar',
  },
  globals: { dir: 'rtl' },
}
