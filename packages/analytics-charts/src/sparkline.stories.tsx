import type { Meta, Story } from '@org/config/story'
import { Sparkline, type SparklineProps } from './sparkline.tsx'

const meta: Meta<SparklineProps> = {
  title: 'analytics-charts/Sparkline',
  component: Sparkline,
  args: { values: [4, 9, 7, 12, 3, 8, 10] },
}
export default meta

export const SevenDays: Story<SparklineProps> = {}

export const WithGap: Story<SparklineProps> = { args: { values: [4, 9, null, 12, 3, 8, 10] } }
