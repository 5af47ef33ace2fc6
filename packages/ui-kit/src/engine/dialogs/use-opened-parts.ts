import { useChatEngine } from '@org/chat-engine/react'
import { useEffect, useEffectEvent } from 'react'
import { useChat } from '../chat-context.ts'

/** Parts of an answer that a person opened. */
export interface OpenedParts {
  /** Numbers of the citations. */
  readonly citations?: readonly number[]
  /** Names of the products. */
  readonly products?: readonly string[]
}

/**
 * Reports the citations and products of answers as they are opened. Answers that the server has not named yet are left out.
 *
 * @param report called with the server's id of the answer
 */
export function useOpenedParts(report: (answerId: string, opened: OpenedParts) => void): void {
  const engine = useChatEngine()
  const { dialog } = useChat().view
  const onOpen = useEffectEvent(() => {
    const opened = dialog.get()
    if (opened === null) return
    const answerId = engine.message(opened.messageKey).get()?.id ?? null
    if (answerId === null) return
    if (opened.kind === 'product') report(answerId, { products: [opened.name] })
    else if (opened.numbers.length > 0) report(answerId, { citations: opened.numbers })
  })
  useEffect(() => dialog.subscribe(() => onOpen()), [dialog])
}
