import type { AnswerProps } from '@org/citations/react'
import { Button } from '../../controls/button.tsx'
import { EmptyState } from '../../states/empty-state.tsx'
import { lazyPart, type LazyPartState } from '../../loading/lazy-part.tsx'
import { useIsLate } from '../../loading/use-is-late.ts'
import { Skeleton } from '../../states/skeleton.tsx'
import { useChatTexts } from '../use-chat-texts.ts'

/**
 * The text of an answer. Its code is the largest part of a chat and loads after the rest: the composer is usable
 * without it. `LazyAnswer.preload()` loads it before the first answer arrives.
 */
export const LazyAnswer = /* @__PURE__ */ lazyPart<AnswerProps>(
  async () => (await import('./answer-view.ts')).Answer,
  (state) => <Loading {...state} />,
)

function Loading({ failed, retry }: LazyPartState) {
  const texts = useChatTexts()
  const isLate = useIsLate(!failed)
  if (!failed && !isLate) return <Skeleton lines={3} />
  return (
    <EmptyState
      title={texts.answerFailed}
      action={
        // Code that neither arrives nor fails cannot be fetched again in this page.
        <Button size="small" onClick={isLate ? () => window.location.reload() : retry}>
          {texts.retry}
        </Button>
      }
    />
  )
}
