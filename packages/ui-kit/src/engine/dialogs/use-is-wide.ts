import { useSyncExternalStore } from 'react'

/** Viewport in which the thread (48rem), the sidebar (280 px) and the sources panel (24rem) fit side by side. */
const wide = '(min-width: 1200px)'

/** Returns whether the sources fit beside the thread. Updates with the viewport. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', onChange)
  return () => {
    query.removeEventListener('change', onChange)
  }
}
