import type { ReactNode } from 'react'

interface RowProps {
  role: 'user' | 'assistant'
  text: string
}

/** Row of a message in every variant. */
export function Row({ role, text }: RowProps): ReactNode {
  return (
    <div className={role}>
      <p>{text}</p>
    </div>
  )
}
