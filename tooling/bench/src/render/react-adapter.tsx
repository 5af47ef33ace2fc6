import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { RenderAdapter } from './adapter.ts'

interface Answer {
  text: string
  done: boolean
}

/** An adapter of a component: one state update a chunk, committed before `update` returns. */
export function reactAdapter(name: string, renderAnswer: (answer: Answer) => ReactNode): RenderAdapter {
  return {
    name,
    mount(element) {
      let setAnswer: (answer: Answer) => void = () => undefined
      function Message(): ReactNode {
        const [answer, set] = useState<Answer>({ text: '', done: false })
        setAnswer = set
        return renderAnswer(answer)
      }
      const root = createRoot(element)
      flushSync(() => root.render(<Message />))
      return {
        update: (text, done) => flushSync(() => setAnswer({ text, done })),
        unmount: () => root.unmount(),
      }
    },
  }
}
