// Code of the page.
import { memoisedRows, messageArray } from './message-array.tsx'
import { messageStores, messageStoresInGroups } from './message-stores.tsx'
import { ours, oursInGroups } from './ours.tsx'
import type { ThreadVariant } from './thread.ts'
import type { ThreadVariantId } from './variants.ts'

export interface TokenInput {
  variant: ThreadVariantId
  /** In the thread, before the answer. */
  messages: number
  batches: number
  /** Tokens of a batch; the clock is read around the batch. */
  batch: number
}

/** The handle that the page offers to the program that drives it. */
export interface EngineBench {
  /** Milliseconds a token, one of each batch. */
  tokens(input: TokenInput): Promise<number[]>
}

declare global {
  interface Window {
    engineBench: EngineBench
  }
}

const variants: Record<ThreadVariantId, ThreadVariant> = {
  ours,
  'ours-in-groups': oursInGroups,
  'message-array': messageArray,
  'memoised-rows': memoisedRows,
  'message-stores': messageStores,
  'message-stores-in-groups': messageStoresInGroups,
}
const piece = ' word'

window.engineBench = {
  async tokens({ variant, messages, batches, batch }) {
    const element = document.createElement('div')
    document.body.append(element)
    const thread = await variants[variant](element, messages)
    const times: number[] = []
    for (let index = 0; index < batches; index++) {
      const start = performance.now()
      for (let token = 0; token < batch; token++) await thread.append(piece)
      times.push((performance.now() - start) / batch)
    }
    const written = element.lastElementChild?.textContent.split(piece).length ?? 0
    if (written <= batches * batch) throw new Error(`Only ${written - 1} tokens are on the page.`)
    thread.unmount()
    element.remove()
    return times
  },
}
document.body.dataset['ready'] = 'true'
