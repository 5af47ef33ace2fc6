// Code of the page.
import type { ListedMessage, MountedList, ThreadListVariant } from './list.tsx'

/** The handle that the page offers to the program that drives it. */
export interface ThreadBench {
  /** Shows the messages and settles once the last one stands in view and nothing changes any more. */
  mount: (messages: readonly ListedMessage[]) => Promise<void>
  /** Elements in the page. */
  elements: () => number
  /** Adds these messages one after the other, each between two marks: when it comes, and once its row is laid out. */
  add: (messages: readonly ListedMessage[]) => Promise<void>
}

/** Names of the performance marks around an added message. */
export const addMarks = { from: 'message added', to: 'message laid out' }

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
      for (const message of messages) {
        performance.mark(addMarks.from)
        await list?.add(message)
        element.getBoundingClientRect()
        performance.mark(addMarks.to)
        await still(element)
      }
    },
  }
  document.body.dataset['ready'] = 'true'
}

/** Waits until the page stays the same for ten frames, with the last message at the lower edge. */
async function settled(element: HTMLElement, ending: string): Promise<void> {
  await still(element)
  const last = [...element.querySelectorAll('article')].at(-1)
  const isThere = last?.textContent.endsWith(ending) === true
  const bottom = last?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
  if (!isThere || bottom > element.getBoundingClientRect().bottom + 60) {
    throw new Error(`The last message is not in view: it ends at ${bottom} px.`)
  }
}

/** Waits until nothing changes for ten frames. */
async function still(element: HTMLElement): Promise<void> {
  let count = 0
  const observer = new MutationObserver(() => {
    count = 0
  })
  observer.observe(element, { subtree: true, childList: true, attributes: true, characterData: true })
  for (let frame = 0; count < 10 && frame < 2000; frame++) {
    count += 1
    await frames(1)
  }
  observer.disconnect()
}

async function frames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  }
}
