import type { ReactNode } from 'react'

interface RowProps {
  role: 'user' | 'assistant'
  text: string
}

/** What every variant shows of a message. */
export function Row({ role, text }: RowProps): ReactNode {
  return (
    <div className={role}>
      <p>{text}</p>
    </div>
  )
}
