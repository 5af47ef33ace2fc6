import { useEffect, useSyncExternalStore } from 'react'
import type { ComponentType } from 'react'
import type { DrawingProps } from './drawing.tsx'

/** The code that draws charts, which comes when a chart is first shown. */
export type DrawingCode =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly Drawing: ComponentType<DrawingProps> }

const loading: DrawingCode = { status: 'loading' }

// One for all charts of a page: it is the code that is loaded, not a chart.
let code: DrawingCode = loading
let requested: Promise<void> | null = null
const listeners = new Set<() => void>()

function set(next: DrawingCode): void {
  code = next
  for (const listener of listeners) listener()
}

async function request(): Promise<void> {
  if (code.status === 'failed') set(loading)
  try {
    const { Drawing } = await import('./drawing.tsx')
    set({ status: 'ready', Drawing })
  } catch {
    set({ status: 'failed' })
    requested = null
  }
}

/** Has the drawing code loaded. Never rejects. */
export function loadDrawing(): Promise<void> {
  requested ??= request()
  return requested
}

/** The drawing code. After a failure {@link loadDrawing} asks for it again. */
export function useDrawing(): DrawingCode {
  useEffect(() => {
    void loadDrawing()
  }, [])
  return useSyncExternalStore(
    subscribe,
    () => code,
    () => loading,
  )
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => {
    listeners.delete(onChange)
  }
}
