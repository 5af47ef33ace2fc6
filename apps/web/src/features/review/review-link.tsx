import { loadTexts } from '@org/languages'
import { lazy, Suspense } from 'react'

const CountedLink = lazy(async () => {
  await loadTexts('review')
  return { default: (await import('./counted-link.tsx')).CountedLink }
})

/** The way to the review, with the number of answers that need attention. Its code comes after the page's own. */
export function ReviewLink() {
  return (
    <Suspense fallback={null}>
      <CountedLink />
    </Suspense>
  )
}
