import { createChatCalls } from '@org/api-client'
import { useChatEngine } from '@org/chat-engine/react'
import type { ProductOption } from '@org/citations'
import { useMemo } from 'react'
import { clickIdOf, toOpened } from './click-ids.ts'
import { useWidget } from '../widget-context.ts'

/**
 * Returns a function that reports a product of an answer that a person follows: to the host page, and to the server once
 * that has named the answer.
 */
export function useReportProduct(): (
  answerKey: string,
  name: string,
  options: readonly ProductOption[],
) => void {
  const { api, bridge, config } = useWidget()
  const engine = useChatEngine()
  const { answerOpened } = useMemo(() => createChatCalls(api.http), [api])
  return (answerKey, name, options) => {
    const click = clickIdOf(name)
    const urls = options.flatMap(({ url }) => url ?? [])
    bridge.event('product:click', { name, urls, affiliate_code: config.config.affiliateCode, click })
    const answerId = engine.message(answerKey).get()?.id ?? null
    if (answerId !== null) answerOpened(answerId, toOpened({ products: [name] })).catch(() => undefined)
  }
}
