import { kit } from '@org/languages'
import { ShortcutsSheet } from '@org/ui-kit/chat'
import { reviewTexts } from './review.texts.ts'

const texts = reviewTexts.keys

/** The keys of the review. */
export function ReviewKeysSheet({
  mayReview,
  ...props
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** False for those who may only read. */
  mayReview: boolean
}) {
  const changes = [
    { keys: ['a'], does: texts.assign },
    { keys: ['e'], does: texts.done },
    { keys: ['g'], does: texts.good },
    { keys: ['b'], does: texts.bad },
  ]
  return (
    <ShortcutsSheet
      {...props}
      labels={{ ...kit.shortcuts, title: texts.title }}
      shortcuts={[
        { keys: ['j'], does: texts.next },
        { keys: ['k'], does: texts.previous },
        ...(mayReview ? changes : []),
        { keys: ['?'], does: texts.show },
      ]}
    />
  )
}
