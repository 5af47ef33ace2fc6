// What runs in the page.
import type { ListedMessage, MountedList, ThreadListVariant } from './list.tsx'

/** The handle that the page offers to the program that drives it. */
export interface ThreadBench {
  /** Shows the messages and settles once the last one stands in view and nothing changes any more. */
  mount: (messages: readonly ListedMessage[]) => Promise<void>
  /** Elements in the page. */
  elements: () => number
  /** Milliseconds of each of these messages, added one after the other. */
  add: (messages: readonly ListedMessage[]) => Promise<number[]>
}

declare global {
  interface Window {
    threadBench: ThreadBench
  }
}

export async function install({ mount, load }: ThreadListVariant, styles: string): Promise<void> {
  const style = document.createElement('style')
  style.textContent = styles
  document.head.append(style)
  const element = document.createElement('div')
  element.style.height = '560px'
  element.style.width = '720px'
  document.body.append(element)
  await load?.()
  let list: MountedList | undefined
  window.threadBench = {
    async mount(messages) {
      list = mount(element, messages)
      await settled(element, messages.at(-1)?.text.slice(-20) ?? '')
    },
    elements: () => element.querySelectorAll('*').length,
    async add(messages) {
      const times: number[] = []
      for (const message of messages) {
        const start = performance.now()
        list?.add(message)
        times.push(performance.now() - start)
        await frames(3)
      }
      return times
    },
  }
  document.body.dataset['ready'] = 'true'
}

/** Waits until the page stays the same for ten frames, with the last message at the lower edge. */
async function settled(element: HTMLElement, ending: string): Promise<void> {
  let still = 0
  const observer = new MutationObserver(() => {
    still = 0
  })
  observer.observe(element, { subtree: true, childList: true, attributes: true, characterData: true })
  for (let frame = 0; still < 10 && frame < 2000; frame++) {
    still += 1
    await frames(1)
  }
  observer.disconnect()
  const last = [...element.querySelectorAll('article')].at(-1)
  const isThere = last?.textContent.endsWith(ending) === true
  const bottom = last?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
  if (!isThere || bottom > element.getBoundingClientRect().bottom + 60) {
    throw new Error(`The last message is not in view: it ends at ${bottom} px.`)
  }
}

async function frames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  }
}
