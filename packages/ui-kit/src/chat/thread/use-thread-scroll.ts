import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { anchorIn, restoreAnchor, topIn, turnOf, turnsOf, type ScrollAnchor } from './scroll-anchor.ts'

/** Inputs of the thread's scroll position. */
export interface ThreadScrollInput {
  /** Key of the conversation that is shown; undefined while there are no messages. */
  conversation: string | undefined
  /** The key of the first turn: another one before it is history that came later. */
  firstTurn: string | undefined
  lastTurn: string | undefined
  lastMessage: string | undefined
  /** True while the last message is streaming. */
  streaming: boolean
}

/** Scroll state of a thread, and its actions. */
export interface ThreadScroll {
  /** For the element that scrolls. */
  scrollRef: RefObject<HTMLDivElement | null>
  /** For the element inside it that grows; turns are found in it by their `data-turn`. */
  contentRef: RefObject<HTMLDivElement | null>
  /** True when the end is in view or followed. */
  atEnd: boolean
  /** The turn that is to be as high as the view, so that its question can stand at the top. */
  reservedTurn: string | undefined
  /** Goes to the end and follows it. */
  toEnd: () => void
  /** Stops following the end, so that content growth does not scroll: used before showing another position. */
  release: () => void
  /** The key of the first turn in view; undefined while the end is followed. */
  readTurn: () => string | undefined
}

interface View {
  conversation: string | undefined
  /** The last message that was brought into view, or was there when the conversation was opened. */
  shownMessage: string | undefined
  reservedTurn: string | undefined
}

// A reader this near to the end is at the end.
const slack = 32

// Scroll drift, in pixels, that browsers cause when heights above are fractional.
const rounding = 1

/**
 * Moves a thread only when that is wanted: a conversation opens at its end and keeps it in view while it grows; a
 * question that is asked stands at the top and its answer grows below it; history that comes above leaves in place
 * what is read. A reader who scrolls up is left alone, and one who goes to the end follows it again.
 */
export function useThreadScroll(input: ThreadScrollInput): ThreadScroll {
  const scrollRef = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  const following = useRef(false)
  const place = useRef<ScrollAnchor>(undefined)
  const [atEnd, setAtEnd] = useState(true)
  const [view, setView] = useState<View>({
    conversation: undefined,
    shownMessage: undefined,
    reservedTurn: undefined,
  })
  const next = nextView(view, input)
  if (next !== view) {
    setView(next)
    setAtEnd(true)
  }

  useLayoutEffect(() => {
    const scroll = scrollRef.current
    if (scroll === null) return
    following.current = view.conversation !== undefined && view.reservedTurn === undefined
    place.current = undefined
    const turn = turnOf(contentRef.current, view.reservedTurn)
    if (turn !== undefined) scroll.scrollTop += topIn(scroll, turn)
    else scroll.scrollTop = following.current ? scroll.scrollHeight : 0
  }, [view])

  const { firstTurn } = input
  useLayoutEffect(() => {
    const { current: scroll } = scrollRef
    const { current: content } = contentRef
    if (firstTurn === undefined || scroll === null || content === null) return
    restoreAnchor(scroll, content, place.current)
  }, [firstTurn])

  useEffect(() => {
    const scroll = scrollRef.current
    const content = contentRef.current
    if (scroll === null || content === null) return undefined
    let { scrollTop: lastTop, scrollHeight: lastHeight } = scroll

    const settle = (): void => {
      lastTop = scroll.scrollTop
      lastHeight = scroll.scrollHeight
      place.current = following.current ? undefined : anchorIn(scroll, content)
      setAtEnd(isNearEnd(scroll) || following.current)
    }
    const onScroll = (): void => {
      const { scrollTop, scrollHeight } = scroll
      const isUp = scrollTop < lastTop && scrollHeight >= lastHeight
      // Up without the content shrinking is the reader; anything else may be the growth itself, or how it is rounded.
      if (isUp && !(isNearEnd(scroll) && lastTop - scrollTop <= rounding)) following.current = false
      else if (scrollTop > lastTop && isNearEnd(scroll)) following.current = hasOutgrown(scroll, content)
      settle()
    }
    const onResize = (): void => {
      if (following.current) scroll.scrollTop = scroll.scrollHeight
      settle()
    }
    scroll.addEventListener('scroll', onScroll, { passive: true })
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(onResize)
    observer?.observe(content)
    observer?.observe(scroll)
    return () => {
      scroll.removeEventListener('scroll', onScroll)
      observer?.disconnect()
    }
  }, [])

  const toEnd = useCallback(() => {
    following.current = true
    setAtEnd(true)
    const scroll = scrollRef.current
    if (scroll === null) return
    scroll.scrollTop = scroll.scrollHeight
    // The button that asked for it is gone.
    scroll.focus({ preventScroll: true })
  }, [])
  const release = useCallback(() => {
    following.current = false
  }, [])

  const readTurn = useCallback(() => place.current?.turn, [])

  return { scrollRef, contentRef, atEnd, reservedTurn: view.reservedTurn, toEnd, release, readTurn }
}

function nextView(
  view: View,
  { conversation, firstTurn, lastTurn, lastMessage, streaming }: ThreadScrollInput,
): View {
  const isOpened = conversation !== view.conversation
  const isBegun = firstTurn === lastTurn && streaming
  const opened = isOpened
    ? { conversation, shownMessage: isBegun ? undefined : lastMessage, reservedTurn: undefined }
    : view
  const isAsked = conversation !== undefined && streaming && lastMessage !== opened.shownMessage
  return isAsked ? { conversation, shownMessage: lastMessage, reservedTurn: lastTurn } : opened
}

function isNearEnd({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollHeight - clientHeight - scrollTop <= slack
}

// As long as the last turn fits, its question stays at the top and nothing needs to be followed.
function hasOutgrown(scroll: HTMLElement, content: HTMLElement): boolean {
  const turn = turnsOf(content).at(-1)
  return turn?.dataset['reserved'] === undefined || turn.offsetHeight > scroll.clientHeight
}
