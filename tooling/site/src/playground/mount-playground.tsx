import '@org/theme/styles.css'
import '@org/citations/styles.css'
import { createRoot } from 'react-dom/client'
import { Playground } from './playground.tsx'

/** Renders the playground; the returned function removes it. */
export function mountPlayground(element: HTMLElement): () => void {
  const root = createRoot(element)
  root.render(<Playground />)
  return () => root.unmount()
}
