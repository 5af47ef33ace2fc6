import { loadTexts } from '@org/languages'
import { lazy, Suspense } from 'react'

const AttentionCount = lazy(async () => {
  await loadTexts('review')
  return { default: (await import('./attention-count.tsx')).AttentionCount }
})

/** The number of answers that need attention; nothing while there are none. Its code comes after the page's own. */
export function ReviewCount() {
  return (
    <Suspense fallback={null}>
      <AttentionCount />
    </Suspense>
  )
}
