import { Fragment, memo, useImperativeHandle, useRef, type ReactNode, type Ref, type RefObject } from 'react'
import type { Turn } from './thread-turns.ts'
import { useTurnWindow } from './use-turn-window.ts'
import classes from './thread.module.css'

/** Imperative handle of a thread. */
export interface ThreadHandle {
  /** Brings a message into the page and into view. Gives its element; undefined when the thread has no such message. */
  reveal: (messageKey: string) => Promise<HTMLElement | undefined>
}

interface ThreadListProps {
  turns: readonly Turn[]
  /** True when only the turns near the viewport are rendered. */
  isLong: boolean
  scrollRef: RefObject<HTMLDivElement | null>
  /** The turn that is as high as the view. */
  reservedTurn: string | undefined
  renderMessage: (key: string) => ReactNode
  /** The key of the turn that is read. */
  readTurn: () => string | undefined
  /** Called before another place is shown. */
  onReveal: () => void
  ref?: Ref<ThreadHandle> | undefined
}

/** Until a message that was asked for is in the page: frames. */
const patience = 60

/** The turns of a thread, one below the other, with room in place of those that are left out. */
export function ThreadList({
  turns,
  isLong,
  scrollRef,
  reservedTurn,
  renderMessage,
  readTurn,
  onReveal,
  ref,
}: ThreadListProps) {
  const listRef = useRef<HTMLDivElement>(null)
  const { shown, roomAfter, measure, reveal } = useTurnWindow({ turns, isLong, scrollRef, listRef, readTurn })

  useImperativeHandle(ref, () => ({
    reveal: async (messageKey) => {
      const index = turns.findIndex(({ messageKeys }) => messageKeys.includes(messageKey))
      if (index === -1) return undefined
      onReveal()
      const find = (): HTMLElement | undefined =>
        [...(listRef.current?.querySelectorAll<HTMLElement>('[data-message]') ?? [])].find(
          ({ dataset }) => dataset['message'] === messageKey,
        )
      if (find() === undefined) reveal(index)
      for (let frame = 0; frame < patience && find() === undefined; frame += 1) await nextFrame()
      const message = find()
      message?.scrollIntoView?.({ block: 'nearest' })
      return message
    },
  }))

  return (
    <div ref={listRef}>
      {shown.map(({ turn, index, roomBefore }) => (
        <Fragment key={turn.key}>
          {roomBefore > 0 && <Room height={roomBefore} />}
          <TurnView
            turn={turn}
            index={index}
            isReserved={turn.key === reservedTurn && index === turns.length - 1}
            renderMessage={renderMessage}
            measure={measure}
          />
        </Fragment>
      ))}
      {roomAfter > 0 && <Room height={roomAfter} />}
    </div>
  )
}

function Room({ height }: { height: number }) {
  return <div aria-hidden="true" style={{ blockSize: height }} />
}

interface TurnViewProps {
  turn: Turn
  index: number
  isReserved: boolean
  renderMessage: (key: string) => ReactNode
  measure: (element: HTMLElement | null) => void
}

// Marked as pure here and elsewhere, so that a bundler can leave it out with what it belongs to.
const TurnView = /* @__PURE__ */ memo(function TurnView({
  turn,
  index,
  isReserved,
  renderMessage,
  measure,
}: TurnViewProps) {
  return (
    <div
      ref={measure}
      className={classes['turn']}
      data-turn={turn.key}
      data-index={index}
      data-reserved={isReserved || undefined}
    >
      {turn.messageKeys.map((key) => (
        <div key={key} data-message={key}>
          {renderMessage(key)}
        </div>
      ))}
    </div>
  )
})

async function nextFrame(): Promise<void> {
  await new Promise((resolve) => {
    requestAnimationFrame(resolve)
  })
}
