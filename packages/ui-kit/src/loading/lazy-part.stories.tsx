import type { Meta, Story } from '@org/config/story'
import { Alert } from '../states/alert.tsx'
import { Button } from '../controls/button.tsx'
import { EmptyState, type EmptyStateProps } from '../states/empty-state.tsx'
import { lazyPart, type LazyPart, type LazyPartFallback } from './lazy-part.tsx'
import { Skeleton } from '../states/skeleton.tsx'

const fallback: LazyPartFallback = ({ failed, retry }) =>
  failed ? (
    <Alert
      tone="danger"
      title="This part could not be loaded."
      action={
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      }
    />
  ) : (
    <Skeleton label="Loading…" />
  )

const arrives: LazyPart<EmptyStateProps> = lazyPart(async () => EmptyState, fallback)
const never: LazyPart<EmptyStateProps> = lazyPart(() => new Promise(() => undefined), fallback)
const fails: LazyPart<EmptyStateProps> = lazyPart(() => Promise.reject(new Error('No connection.')), fallback)

const meta: Meta<EmptyStateProps> = {
  title: 'ui-kit/lazyPart',
  component: arrives,
  args: { title: 'The part is there.' },
}
export default meta

export const Ready: Story<EmptyStateProps> = {}

export const Waiting: Story<EmptyStateProps> = { render: never }

export const Failed: Story<EmptyStateProps> = { render: fails, parameters: { awaits: '[role="alert"]' } }
