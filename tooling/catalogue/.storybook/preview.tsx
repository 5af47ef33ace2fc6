import '@org/theme/styles.css'
import '@org/ui-kit/styles.css'
import '@org/citations/styles.css'
import '@org/analytics-charts/styles.css'
import './preview.css'
import { VisuallyHidden } from '@org/ui-kit'
import type { Decorator, Preview } from '@storybook/react-vite'
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'

const darkSystem = matchMedia('(prefers-color-scheme: dark)')

const withPage: Decorator = (Story, { title, name, globals }) => {
  const { theme, dir } = globals as PageGlobals
  return (
    <Page heading={`${title}: ${name}`} theme={theme} dir={dir}>
      <Story />
    </Page>
  )
}

interface PageGlobals {
  theme: 'system' | 'light' | 'dark'
  dir: 'ltr' | 'rtl'
}

/** Page around a component, as in an app: its theme, its direction of writing, landmark and heading. */
function Page({ heading, theme, dir, children }: PageGlobals & { heading: string; children: ReactNode }) {
  const system = useSyncExternalStore(subscribeToSystem, () => (darkSystem.matches ? 'dark' : 'light'))
  const shown = theme === 'system' ? system : theme
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = shown
    document.documentElement.dir = dir
  }, [shown, dir])
  return (
    <main className="story">
      <h1>
        <VisuallyHidden>{heading}</VisuallyHidden>
      </h1>
      {children}
    </main>
  )
}

function subscribeToSystem(onChange: () => void): () => void {
  darkSystem.addEventListener('change', onChange)
  return () => {
    darkSystem.removeEventListener('change', onChange)
  }
}

const preview: Preview = {
  decorators: [withPage],
  initialGlobals: { theme: 'system', dir: 'ltr' },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { icon: 'contrast', items: ['system', 'light', 'dark'], dynamicTitle: true },
    },
    dir: {
      description: 'Direction of writing',
      toolbar: { icon: 'transfer', items: ['ltr', 'rtl'], dynamicTitle: true },
    },
  },
}
export default preview
