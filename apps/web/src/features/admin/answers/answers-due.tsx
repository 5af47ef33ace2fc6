import { lazy, Suspense } from 'react'

const DueCount = lazy(async () => ({ default: (await import('./due-count.tsx')).DueCount }))

/** The number of approved answers that expire soon or have expired. Its code comes after the page's own. */
export function AnswersDue({ label }: { label: (count: number) => string }) {
  return (
    <Suspense fallback={null}>
      <DueCount label={label} />
    </Suspense>
  )
}
