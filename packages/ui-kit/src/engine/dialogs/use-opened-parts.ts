import type { ChatEngine } from '@org/chat-engine'
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

/** Sends opened parts to the server. A promise that rejects has them sent again. */
export type ReportOpened = (answerId: string, opened: OpenedParts) => Promise<unknown> | void

/**
 * Waits in ms before a report is repeated. The server may write the record of a stopped answer after the browser has
 * shown its end.
 */
const repeatDelaysMs: readonly number[] = [2000, 10_000]

/**
 * Reports the citations and products of answers as they are opened.
 *
 * @param report called with the server's id of the answer, as soon as the answer has ended: until then the server has no
 *   record of it. Called again when the returned promise rejects, at most twice.
 */
export function useOpenedParts(report: ReportOpened): void {
  const { dialog } = useChat().view
  const reportPart = useReportPart(report)
  const onOpen = useEffectEvent(() => {
    const opened = dialog.get()
    if (opened?.kind === 'product') reportPart(opened.messageKey, { products: [opened.name] })
    else if (opened !== null && opened.numbers.length > 0) {
      reportPart(opened.messageKey, { citations: opened.numbers })
    }
  })
  useEffect(() => dialog.subscribe(() => onOpen()), [dialog])
}

/**
 * Returns a function that reports opened parts of an answer by its `key`, for controls other than those of
 * {@link useOpenedParts}: once the answer has ended, and again where that fails.
 */
export function useReportPart(report: ReportOpened): (messageKey: string, opened: OpenedParts) => void {
  const engine = useChatEngine()
  return (messageKey, opened) => {
    // Goes on after the component is gone: a click counts on every page.
    void whenEnded(engine, messageKey).then((answerId) =>
      answerId === null ? undefined : send(() => report(answerId, opened)),
    )
  }
}

/** Resolves to the id of an answer once it has ended; to null when it has none or is gone. */
function whenEnded(engine: ChatEngine, messageKey: string): Promise<string | null> {
  return new Promise((resolve) => {
    const message = engine.message(messageKey)
    const read = () => {
      const current = message.get()
      if (current?.status === 'pending' || current?.status === 'streaming') return
      unsubscribe()
      resolve(current?.id ?? null)
    }
    const unsubscribe = message.subscribe(read)
    read()
  })
}

async function send(report: () => Promise<unknown> | void): Promise<void> {
  for (const delayMs of [0, ...repeatDelaysMs]) {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    try {
      return void (await report())
    } catch {
      // Counts are best effort: the last failure is left at that.
    }
  }
}
