import type { Meta, Story } from '@org/config/story'
import { Skeleton, type SkeletonProps } from './skeleton.tsx'

const meta: Meta<SkeletonProps> = { title: 'ui-kit/Skeleton', component: Skeleton }
export default meta

export const Announced: Story<SkeletonProps> = { args: { label: 'Loading conversations…' } }

export const Decoration: Story<SkeletonProps> = { args: { lines: 6 } }
