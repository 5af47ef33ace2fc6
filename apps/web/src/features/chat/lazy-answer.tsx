import type { AnswerProps } from '@org/citations/react'
import { Button, EmptyState, Skeleton, lazyPart } from '@org/ui-kit'
import { chatTexts } from './chat.texts.ts'

/**
 * An answer. Its view is the largest part of the chat and comes after the rest: the input is there without it.
 * `LazyAnswer.preload` has it there before the first answer is.
 */
export const LazyAnswer = lazyPart<AnswerProps>(
  async () => (await import('./answer-view.ts')).AnswerView,
  ({ failed, retry }) =>
    failed ? (
      <EmptyState
        title={chatTexts.answerFailed}
        action={
          <Button size="small" onClick={retry}>
            {chatTexts.retry}
          </Button>
        }
      />
    ) : (
      <Skeleton lines={3} />
    ),
)
