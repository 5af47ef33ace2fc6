import { createChatCalls } from '@org/api-client'
import type { ProductOption } from '@org/citations'
import { useReportPart } from '@org/ui-kit/engine'
import { useMemo } from 'react'
import { clickIdOf, toOpened } from './click-ids.ts'
import { useWidget } from '../widget-context.ts'

/**
 * Returns a function that reports a product of an answer that a person follows: to the host page, and to the server once
 * the answer has ended.
 */
export function useReportProduct(): (
  answerKey: string,
  name: string,
  options: readonly ProductOption[],
) => void {
  const { api, bridge, config } = useWidget()
  const { answerOpened } = useMemo(() => createChatCalls(api.http), [api])
  const reportPart = useReportPart((answerId, opened) => answerOpened(answerId, toOpened(opened)))
  return (answerKey, name, options) => {
    const click = clickIdOf(name)
    const urls = options.flatMap(({ url }) => url ?? [])
    bridge.event('product:click', { name, urls, affiliate_code: config.config.affiliateCode, click })
    reportPart(answerKey, { products: [name] })
  }
}
