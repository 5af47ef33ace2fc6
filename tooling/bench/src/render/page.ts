// Code of the page, for every renderer.
import type { MountedAnswer, RenderAdapter } from './adapter.ts'

export interface StreamInput {
  text: string
  /** Characters. */
  chunk: number
  /** Only so many chunks at each of so many places of the text, where all of them would take minutes. */
  sample?: { places: number; chunks: number }
}

/** Milliseconds of each chunk, and what stood in the page at the end. */
export interface FlushResult {
  times: number[]
  chunks: number
  citations: number
  textLength: number
}

export interface PacedResult {
  frames: number
  dropped: number
  /** Milliseconds. */
  worstFrame: number
  /** Frames in which a chunk had arrived and nothing changed. */
  stale: number
}

/** The handle that the page offers to the program that drives it. */
export interface PageBench {
  flush(input: StreamInput): Promise<FlushResult>
  paced(input: StreamInput): Promise<PacedResult>
  /** DOM nodes added, removed and changed, per chunk. */
  mutations(input: StreamInput): Promise<number[]>
}

declare global {
  interface Window {
    answerBench: PageBench
  }
}

const frameMs = 1000 / 60

export function install(adapter: RenderAdapter): void {
  const root = elementOf('root')
  const scroller = elementOf('scroll')
  const prepare = (input: StreamInput): StreamInput => ({
    ...input,
    text: adapter.prepare?.(input.text) ?? input.text,
  })
  window.answerBench = {
    flush: (input) => flush(adapter.mount(root), prepare(input), root, scroller),
    paced: (input) => paced(adapter.mount(root), prepare(input), root, scroller),
    mutations: (input) => mutations(adapter.mount(root), prepare(input), root),
  }
  document.body.dataset['ready'] = 'true'
}

async function flush(
  mounted: MountedAnswer,
  { text, chunk, sample }: StreamInput,
  root: HTMLElement,
  scroller: HTMLElement,
): Promise<FlushResult> {
  const times: number[] = []
  const step = async (length: number): Promise<void> => {
    const start = performance.now()
    mounted.update(text.slice(0, length), length >= text.length)
    // Forces layout, as following the answer does.
    scroller.scrollTop = scroller.scrollHeight
    await background()
    void scroller.scrollHeight
    times.push(performance.now() - start)
  }
  if (sample === undefined) {
    for (let length = chunk; length < text.length + chunk; length += chunk) await step(length)
  } else {
    for (let place = 0; place < sample.places; place++) {
      const base = Math.floor((text.length / sample.places) * (place + 0.5))
      mounted.update(text.slice(0, base), false)
      void scroller.scrollHeight
      await background()
      for (let index = 1; index <= sample.chunks; index++) await step(base + index * chunk)
    }
  }
  await settle()
  const result = {
    times,
    chunks: Math.ceil(text.length / chunk),
    citations: root.querySelectorAll('[data-refs]').length,
    textLength: root.textContent.length,
  }
  mounted.unmount()
  return result
}

async function paced(
  mounted: MountedAnswer,
  { text, chunk }: StreamInput,
  root: HTMLElement,
  scroller: HTMLElement,
): Promise<PacedResult> {
  const result = { frames: 0, dropped: 0, worstFrame: 0, stale: 0 }
  let changed = true
  const observer = new MutationObserver(() => {
    changed = true
  })
  observer.observe(root, { subtree: true, childList: true, characterData: true })
  let length = 0
  let previous = await nextFrame()
  while (length < text.length) {
    length += chunk
    mounted.update(text.slice(0, length), length >= text.length)
    scroller.scrollTop = scroller.scrollHeight
    const now = await nextFrame()
    result.frames++
    result.dropped += Math.max(0, Math.round((now - previous) / frameMs) - 1)
    result.worstFrame = Math.max(result.worstFrame, now - previous)
    if (!changed) result.stale++
    changed = false
    previous = now
  }
  await settle()
  observer.disconnect()
  mounted.unmount()
  return result
}

async function mutations(
  mounted: MountedAnswer,
  { text, chunk }: StreamInput,
  root: HTMLElement,
): Promise<number[]> {
  const counts: number[] = []
  let count = 0
  const tally = (records: MutationRecord[]): void => {
    for (const { type, addedNodes, removedNodes } of records) {
      count += type === 'childList' ? nodesIn(addedNodes) + nodesIn(removedNodes) : 1
    }
  }
  const observer = new MutationObserver(tally)
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
  for (let length = chunk; length < text.length + chunk; length += chunk) {
    count = 0
    mounted.update(text.slice(0, length), length >= text.length)
    await background()
    tally(observer.takeRecords())
    counts.push(count)
  }
  observer.disconnect()
  mounted.unmount()
  return counts
}

function nodesIn(list: NodeList): number {
  let count = list.length
  for (const node of list) count += nodesIn(node.childNodes)
  return count
}

// After React's own message tasks: what it put off for the chunk is inside the chunk's time.
function background(): Promise<void> {
  return scheduler.postTask(() => undefined, { priority: 'background' })
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve)
  })
}

async function settle(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) {
    await nextFrame()
    await background()
  }
}

function elementOf(id: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(`#${id}`)
  if (element === null) throw new Error(`The page has no #${id}.`)
  return element
}
