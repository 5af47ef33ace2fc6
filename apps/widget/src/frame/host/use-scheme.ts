import { useSyncExternalStore } from 'react'

const dark = '(prefers-color-scheme: dark)'

/** Light or dark: what the page has asked for, else what the system prefers. */
export function useScheme(asked: 'light' | 'dark' | 'auto'): 'light' | 'dark' {
  const prefersDark = useSyncExternalStore(subscribe, () => window.matchMedia(dark).matches)
  return asked === 'auto' ? (prefersDark ? 'dark' : 'light') : asked
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(dark)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
