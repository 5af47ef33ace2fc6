import type { Meta, Story } from '@org/config/story'
import { LineChart, type LineChartProps } from './line-chart.tsx'

const days = Array.from({ length: 30 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
const messages = days.map((_, index) => Math.round(120 + 60 * Math.sin(index / 3) + index * 4))
const visitors = days.map((_, index) => Math.round(70 + 30 * Math.cos(index / 4) + index * 2))

const meta: Meta<LineChartProps> = {
  title: 'analytics-charts/LineChart',
  component: LineChart,
  args: { title: 'Messages', days, series: [{ name: 'Messages', daily: messages }], locale: 'en' },
  argTypes: { onSelect: { action: 'onSelect' } },
  parameters: { awaits: 'canvas' },
}
export default meta

const slider = [
  'slider',
  'Messages. Sunday, November 1, 2026 to Tuesday, November 3, 2026. Messages: 20 in total, at most 9 on Monday, November 2, 2026.',
] as const

export const ThreeDays: Story<LineChartProps> = {
  args: { days: days.slice(0, 3), series: [{ name: 'Messages', daily: [4, 9, 7] }] },
  parameters: {
    keyboard: [
      {
        on: slider,
        keys: ['ArrowRight'],
        does: 'goes to the next day',
        expect: [{ value: slider, is: 'Monday, November 2, 2026: Messages 9' }],
      },
      {
        on: slider,
        keys: ['ArrowRight', 'ArrowLeft'],
        does: 'goes back to the day before',
        expect: [{ value: slider, is: 'Sunday, November 1, 2026: Messages 4' }],
      },
      {
        on: slider,
        keys: ['End'],
        does: 'goes to the last day',
        expect: [{ value: slider, is: 'Tuesday, November 3, 2026: Messages 7' }],
      },
      {
        on: slider,
        keys: ['End', 'Home'],
        does: 'goes to the first day',
        expect: [{ value: slider, is: 'Sunday, November 1, 2026: Messages 4' }],
      },
      {
        on: slider,
        keys: ['ArrowRight', 'Enter'],
        does: 'chooses the day',
        expect: [{ called: 'onSelect', with: ['2026-11-02'] }],
      },
      {
        on: ['button', 'Show as table: Messages'],
        keys: ['Enter'],
        does: 'shows the data as a table',
        expect: [{ shown: ['table', 'Messages'] }, { focus: ['button', 'Show as chart: Messages'] }],
      },
    ],
  },
}

export const OneSeries: Story<LineChartProps> = {}

export const SeveralSeries: Story<LineChartProps> = {
  args: {
    title: 'Messages and visitors',
    series: [
      { name: 'Messages', daily: messages },
      { name: 'Visitors', daily: visitors },
      { name: 'Product views', daily: visitors.map((count) => Math.round(count / 3)) },
      { name: 'Purchases', daily: visitors.map((count) => Math.round(count / 9)) },
    ],
  },
}

export const ByWeek: Story<LineChartProps> = {
  args: { interval: 'week', series: [{ name: 'Messages', daily: messages }], locale: 'en-GB' },
}

export const AsTable: Story<LineChartProps> = {
  play: ({ canvasElement }) => canvasElement.querySelector('button')?.click(),
  parameters: { awaits: 'table' },
}

export const Empty: Story<LineChartProps> = {
  args: { days: [], series: [] },
  parameters: { awaits: 'figure' },
}

export const RightToLeft: Story<LineChartProps> = {
  args: { title: 'الرسائل', series: [{ name: 'الرسائل', daily: messages }], locale: 'ar' },
  globals: { dir: 'rtl' },
}
