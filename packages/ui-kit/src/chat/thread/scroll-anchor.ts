/** A turn in view, and the distance of its upper edge from that of the thread, in pixels. */
export interface ScrollAnchor {
  turn: string
  top: number
}

/** Returns the first turn in view; undefined without turns. */
export function anchorIn(scroll: HTMLElement, content: HTMLElement): ScrollAnchor | undefined {
  const inView = turnsOf(content).find((turn) => topIn(scroll, turn) + turn.offsetHeight > 0)
  const turn = inView?.dataset['turn']
  return inView === undefined || turn === undefined ? undefined : { turn, top: topIn(scroll, inView) }
}

/** Scrolls so that a turn has the distance again that it had. A turn that is gone leaves the position as it is. */
export function restoreAnchor(
  scroll: HTMLElement,
  content: HTMLElement,
  anchor: ScrollAnchor | undefined,
): void {
  const turn = turnOf(content, anchor?.turn)
  if (anchor !== undefined && turn !== undefined) scroll.scrollTop += topIn(scroll, turn) - anchor.top
}

/** Returns the turns that are in the page. */
export function turnsOf(content: HTMLElement | null): HTMLElement[] {
  return content === null ? [] : [...content.querySelectorAll<HTMLElement>('[data-turn]')]
}

/** Returns the element of a turn; undefined when it is not in the page. */
export function turnOf(content: HTMLElement | null, key: string | undefined): HTMLElement | undefined {
  return key === undefined ? undefined : turnsOf(content).find(({ dataset }) => dataset['turn'] === key)
}

/** Returns the distance of a turn's upper edge from that of the thread, in pixels. */
export function topIn(scroll: HTMLElement, turn: HTMLElement): number {
  return turn.getBoundingClientRect().top - scroll.getBoundingClientRect().top
}
