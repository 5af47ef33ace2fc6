/** The hit on display. */
export interface CurrentHit {
  /** The message that it is in. */
  message: HTMLElement
  /** Index of the hit within the message, from 0. */
  index: number
}

const names = { all: 'org-find', current: 'org-find-current' }

/**
 * Highlights the hits in the messages on the page, also in those that come later, and scrolls to the current one. A
 * browser without the CSS Custom Highlight API only scrolls.
 *
 * @param signal stops the highlighting
 */
export function markHits(query: string, { message, index }: CurrentHit, signal: AbortSignal): void {
  const log = message.closest<HTMLElement>('[role="log"]')
  if (log === null) return
  const mark = (): Range | undefined => {
    const current = rangesOf(message, query).at(index) ?? rangesOf(message, query).at(-1)
    if (typeof Highlight !== 'undefined') {
      const all = [...log.querySelectorAll<HTMLElement>('[data-message-text]')]
      CSS.highlights.set(names.all, new Highlight(...all.flatMap((text) => rangesOf(text, query))))
      CSS.highlights.set(names.current, new Highlight(...(current === undefined ? [] : [current])))
    }
    return current
  }
  scrollTo(log, mark() ?? message)

  let frame = 0
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => void mark())
  })
  observer.observe(log, { childList: true, subtree: true, characterData: true })
  signal.addEventListener('abort', () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
  })
}

/** Removes all highlights. */
export function unmarkHits(): void {
  if (typeof Highlight === 'undefined') return
  CSS.highlights.delete(names.all)
  CSS.highlights.delete(names.current)
}

/** Returns the ranges of a text in an element, ignoring case. */
function rangesOf(root: HTMLElement, query: string): Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: { node: Node; start: number }[] = []
  let text = ''
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node, start: text.length })
    text += node.nodeValue ?? ''
  }
  const folded = foldCase(text)
  const wanted = foldCase(query)
  if (wanted === '') return []
  const ranges: Range[] = []
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    const first = nodes.findLast(({ start }) => start <= at)
    const last = nodes.findLast(({ start }) => start < at + wanted.length)
    if (first === undefined || last === undefined) continue
    const range = document.createRange()
    range.setStart(first.node, at - first.start)
    range.setEnd(last.node, at + wanted.length - last.start)
    ranges.push(range)
  }
  return ranges
}

// A lower case of another length would shift every position after it.
function foldCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

function scrollTo(log: HTMLElement, hit: Range | HTMLElement): void {
  const view = log.getBoundingClientRect()
  const { top, bottom } = hit.getBoundingClientRect()
  const margin = view.height / 4
  if (top >= view.top + margin && bottom <= view.bottom - margin) return
  log.scrollTop += top - view.top - view.height / 3
}
