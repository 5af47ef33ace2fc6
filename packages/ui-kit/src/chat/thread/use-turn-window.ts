import type * as VirtualCore from '@tanstack/virtual-core'
import type { Range, VirtualItem, Virtualizer, VirtualizerOptions } from '@tanstack/virtual-core'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { anchorIn, restoreAnchor } from './scroll-anchor.ts'
import type { Turn } from './thread-turns.ts'
import { mountVirtualizer, updateVirtualizer } from './virtualizer-lifecycle.ts'

/** Turns of a long thread that are in the page, and the height of the others. */
export interface TurnWindow {
  readonly shown: readonly ShownTurn[]
  /** The room of the turns behind the last one shown, in pixels. */
  readonly roomAfter: number
  /** For the element of a turn, so that its height is known. */
  readonly measure: (element: HTMLElement | null) => void
  /** Brings a turn into the page and the middle of the view. */
  readonly reveal: (index: number) => void
}

/** A turn that is in the page. */
export interface ShownTurn {
  readonly turn: Turn
  readonly index: number
  /** The room of the turns between it and the shown one before, in pixels. */
  readonly roomBefore: number
}

type Core = typeof VirtualCore
type TurnVirtualizer = Virtualizer<HTMLElement, HTMLElement>

/** A turn's height until it was seen, in pixels. */
const likelyHeight = 360

/**
 * The window counts in steps of so many turns, so that one more turn costs no new sum over all of them. Those that are
 * not there have no height.
 */
const step = 64

/** The height of a view that is not laid out yet, in pixels. */
const likelyView = 800

/** Number of turns rendered above and below the viewport. */
const overscan = 2

/** Number of turns rendered until the virtualizer has loaded. */
const firstTurns = 10

let core: Core | undefined
let loading: Promise<void> | undefined

/** Fetches the code that long threads need. It is tried again by the next call when it fails. */
export async function loadTurnWindow(): Promise<void> {
  try {
    await (loading ??= load())
  } catch {
    loading = undefined
  }
}

async function load(): Promise<void> {
  core = await import('@tanstack/virtual-core')
}

/** Inputs that decide which turns are rendered. */
export interface TurnWindowInput {
  turns: readonly Turn[]
  /** Without it all turns are shown. */
  isLong: boolean
  scrollRef: RefObject<HTMLElement | null>
  /** The list of the turns, in what scrolls. */
  listRef: RefObject<HTMLElement | null>
  /** The key of the turn that is read: it stays in the page when others come above it. */
  readTurn: () => string | undefined
}

/**
 * Keeps of a long thread only the turns near the view in the page, and always the last one, which may be arriving,
 * the one that is read and the one that has the focus. The turns stand in the normal flow, so that the browser itself
 * keeps in place what is read while others above it change.
 */
export function useTurnWindow({ turns, isLong, scrollRef, listRef, readTurn }: TurnWindowInput): TurnWindow {
  const [openedLong] = useState(isLong)
  // Another function has the places of all turns summed up anew.
  const [keys, setKeys] = useState(() => new TurnKeys(turns))
  if (!keys.follow(turns)) setKeys(new TurnKeys(turns))
  const [, update] = useReducer((count: number) => count + 1, 0)
  const [virtualizer, setVirtualizer] = useState<TurnVirtualizer | null>(() =>
    isLong && core !== undefined ? create(core, optionsFor(core)) : null,
  )
  const used = isLong ? virtualizer : null
  if (used !== null && core !== undefined) used.setOptions(optionsFor(core))

  const start = useEffectEvent(async (): Promise<void> => {
    await loadTurnWindow()
    const { current: scroll } = scrollRef
    const { current: list } = listRef
    if (core === undefined || scroll === null || list === null) return
    const anchor = anchorIn(scroll, list)
    const started = create(core, { ...optionsFor(core), initialMeasurementsCache: measuredTurns(list) })
    flushSync(() => {
      setVirtualizer(started)
    })
    // The turns that are left out now were higher or lower than assumed, and a virtualizer that starts sets the scroll
    // position, after which the browser does not anchor it.
    restoreAnchor(scroll, list, anchor)
  })
  // It is tried again with every change of the thread, and costs one that has its window nothing.
  const waiting = isLong && virtualizer === null ? turns : undefined
  useEffect(() => {
    if (waiting !== undefined) void start()
  }, [waiting])
  useLayoutEffect(() => (used === null ? undefined : mountVirtualizer(used)), [used])
  useLayoutEffect(() => {
    if (used !== null) updateVirtualizer(used)
  })

  const reveal = useCallback(
    (index: number) => {
      used?.scrollToIndex(index, { align: 'center' })
    },
    [used],
  )
  const isCommitting = useRef(false)
  const measure = useCallback(
    (element: HTMLElement | null) => {
      isCommitting.current = true
      used?.measureElement(element)
      isCommitting.current = false
    },
    [used],
  )
  const rows = rowsOf(turns, used, isLong && openedLong)
  const inPage = useRef(rows)
  useLayoutEffect(() => {
    inPage.current = rows
    // The turns that have just come have their heights by now: they are looked at once, all together.
    if (used !== null && !isSame(rows, rowsOf(turns, used, false))) update()
  }, [rows, turns, used])
  return { ...rows, measure, reveal }

  function optionsFor(loaded: Core): VirtualizerOptions<HTMLElement, HTMLElement> {
    return {
      count: Math.ceil(turns.length / step) * step,
      overscan,
      estimateSize: (index) => (index < turns.length ? likelyHeight : 0),
      getItemKey: keys.keyOf,
      getScrollElement: () => scrollRef.current,
      scrollMargin: listRef.current?.offsetTop ?? 0,
      // A thread opens at its end.
      initialOffset: () => scrollRef.current?.scrollTop ?? turns.length * likelyHeight,
      initialRect: { width: 0, height: scrollRef.current?.clientHeight || likelyView },
      rangeExtractor: (range) =>
        withKept(loaded.defaultRangeExtractor(within(range, turns)), turns, listRef.current, readTurn()),
      // A turn that is not laid out (in a hidden panel) has no height: its last height is kept, or the whole thread
      // would fit into the view.
      measureElement: (element, entry, instance) =>
        loaded.measureElement(element, entry, instance) || knownHeight(element, instance),
      observeElementRect: (instance, onRect) =>
        loaded.observeElementRect(instance, (rect) => {
          if (rect.height > 0) onRect(rect)
        }),
      observeElementOffset: loaded.observeElementOffset,
      scrollToFn: loaded.elementScroll,
      onChange: (instance, isScroll) => {
        if (isCommitting.current || isSame(inPage.current, rowsOf(turns, instance, false))) return
        if (isScroll) flushSync(update)
        else update()
      },
    }
  }
}

/** The keys of turns by their places, one function for as long as turns only come at the end. */
class TurnKeys {
  #turns: readonly Turn[]

  constructor(turns: readonly Turn[]) {
    this.#turns = turns
  }

  readonly keyOf = (index: number): string | number => this.#turns[index]?.key ?? index

  /** Takes over turns that go on where those before ended; false for others. */
  follow(turns: readonly Turn[]): boolean {
    const before = this.#turns
    const last = before.length - 1
    // `toTurns` keeps a turn only with all that stand before it. The last one may have grown.
    const goesOn = turns[last]?.key === before[last]?.key && turns[last - 1] === before[last - 1]
    if (goesOn) this.#turns = turns
    return goesOn
  }
}

function create(loaded: Core, options: VirtualizerOptions<HTMLElement, HTMLElement>): TurnVirtualizer {
  const virtualizer = new loaded.Virtualizer(options)
  // Native scroll anchoring is preferred where supported: it also works within a turn.
  const isAnchored = typeof CSS !== 'undefined' && CSS.supports('overflow-anchor', 'auto')
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ end }, _, { scrollOffset }) =>
    !isAnchored && end <= (scrollOffset ?? 0)
  return virtualizer
}

function knownHeight({ dataset }: HTMLElement, { itemSizeCache }: TurnVirtualizer): number {
  return itemSizeCache.get(dataset['turn'] ?? '') ?? likelyHeight
}

/** The heights of the turns that are in the page. */
function measuredTurns(list: HTMLElement): VirtualItem[] {
  const elements = [...list.querySelectorAll<HTMLElement>('[data-turn]')]
  const laidOut = elements.filter(({ offsetHeight }) => offsetHeight > 0)
  return laidOut.map(({ dataset, offsetHeight: size }) => ({
    key: dataset['turn'] ?? '',
    index: Number(dataset['index']),
    start: 0,
    end: size,
    size,
    lane: 0,
  }))
}

/** The part of a range that there are turns for. */
function within(range: Range, turns: readonly Turn[]): Range {
  const last = turns.length - 1
  const [startIndex, endIndex] = [Math.min(range.startIndex, last), Math.min(range.endIndex, last)]
  return { ...range, startIndex, endIndex, count: turns.length }
}

function withKept(
  range: number[],
  turns: readonly Turn[],
  list: HTMLElement | null,
  readTurn: string | undefined,
): number[] {
  const focused = list?.contains(document.activeElement) === true && document.activeElement
  const focusedTurn = focused instanceof Element ? focused.closest<HTMLElement>('[data-turn]') : null
  const focusedKey = focusedTurn?.dataset['turn']
  const indexOf = (wanted: string | undefined): number =>
    wanted === undefined ? -1 : turns.findLastIndex(({ key }) => key === wanted)
  const kept = [turns.length - 1, indexOf(focusedKey), indexOf(readTurn)]
  const missing = kept.filter((index) => index >= 0 && index < turns.length && !range.includes(index))
  return missing.length === 0 ? range : [...new Set([...range, ...missing])].toSorted((a, b) => a - b)
}

type Rows = Pick<TurnWindow, 'shown' | 'roomAfter'>

function isSame(one: Rows, other: Rows): boolean {
  return (
    one.roomAfter === other.roomAfter &&
    one.shown.length === other.shown.length &&
    one.shown.every(({ turn, roomBefore }, index) => {
      const row = other.shown[index]
      return row?.turn === turn && row.roomBefore === roomBefore
    })
  )
}

function rowsOf(turns: readonly Turn[], virtualizer: TurnVirtualizer | null, isCut: boolean): Rows {
  if (virtualizer === null) {
    const first = isCut ? Math.max(0, turns.length - firstTurns) : 0
    const shown = turns.slice(first).map((turn, offset) => ({
      turn,
      index: first + offset,
      roomBefore: offset === 0 && first > 0 ? first * likelyHeight : 0,
    }))
    return { shown, roomAfter: 0 }
  }
  const shown: ShownTurn[] = []
  const margin = virtualizer.options.scrollMargin
  let end = margin
  for (const item of virtualizer.getVirtualItems()) {
    const row = toRow(item, turns, end)
    if (row !== undefined) shown.push(row)
    end = item.end
  }
  return { shown, roomAfter: Math.max(0, virtualizer.getTotalSize() + margin - end) }
}

function toRow(item: VirtualItem, turns: readonly Turn[], end: number): ShownTurn | undefined {
  const turn = turns[item.index]
  return turn && { turn, index: item.index, roomBefore: Math.max(0, item.start - end) }
}
