import { loadTexts } from '@org/languages'
import { lazy, Suspense } from 'react'

const LoadedPanel = lazy(async () => {
  await loadTexts('site')
  return { default: (await import('./welcome-panel.tsx')).WelcomePanel }
})

const LoadedLink = lazy(async () => {
  await loadTexts('site')
  return { default: (await import('./welcome-panel.tsx')).TryLink }
})

/** The way to the chat without an account, for a place where the panel is not in view. */
export function TryLink(props: { chatPath: string }) {
  return (
    <Suspense fallback={null}>
      <LoadedLink {...props} />
    </Suspense>
  )
}

/** The site's offer to a visitor. Its code comes after the page's own; the form beside it can be filled in before. */
export function WelcomePanel(props: { chatPath: string }) {
  return (
    <Suspense fallback={null}>
      <LoadedPanel {...props} />
    </Suspense>
  )
}
