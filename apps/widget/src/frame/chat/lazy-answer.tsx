import type { AnswerProps } from '@org/citations/react'
import { Button, EmptyState, lazyPart, Skeleton } from '@org/ui-kit'
import { widgetTexts } from '../widget.texts.ts'

/** An answer. Its view is the largest part of the widget, and comes after the box to write in. */
export const LazyAnswer = lazyPart<AnswerProps>(
  async () => (await import('./answer-view.ts')).Answer,
  ({ failed, retry }) =>
    failed ? (
      <EmptyState
        title={widgetTexts.answerFailed}
        action={
          <Button size="small" onClick={retry}>
            {widgetTexts.retry}
          </Button>
        }
      />
    ) : (
      <Skeleton lines={2} />
    ),
)
