import { useFind, useStore, useThread } from '@org/chat-engine/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { FindBar } from '../../chat/find-bar.tsx'
import type { ThreadHandle } from '../../chat/thread/thread-list.tsx'
import { useChat } from '../chat-context.ts'
import classes from './extras.module.css'
import { markHits, unmarkHits } from './find-marks.ts'

/** Pause of the typing before a search starts, in ms. */
const pauseMs = 150

/** Finds a text in the whole conversation. Escape closes it and gives the focus back. */
export function FindInThread({ threadRef }: { threadRef: RefObject<ThreadHandle | null> }) {
  const { view } = useChat()
  const open = useStore(view.finding)
  const cameFrom = useRef<Element>(null)

  if (!open) return null
  return (
    <OpenFind
      threadRef={threadRef}
      onOpened={(focused) => {
        cameFrom.current = focused
      }}
      onClose={() => {
        view.finding.set(false)
        if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
      }}
    />
  )
}

interface OpenFindProps {
  threadRef: RefObject<ThreadHandle | null>
  /** Called with the element that had the focus. */
  onOpened: (focused: Element | null) => void
  onClose: () => void
}

function OpenFind({ threadRef, onOpened, onClose }: OpenFindProps) {
  const [focused] = useState(() => document.activeElement)
  const [query, setQuery] = useState('')
  const [asked, setAsked] = useState('')
  const { labels } = useChat()
  const history = useThread()?.history
  const { hits, current, position, isLoading, find, next, previous } = useFind()

  const opened = useEffectEvent(() => {
    onOpened(focused)
  })
  useEffect(() => {
    opened()
    return unmarkHits
  }, [])

  const search = useEffectEvent((text: string) => {
    setAsked(text)
    find(text)
  })
  useEffect(() => {
    // A search typed before the conversation has loaded runs once it has.
    if (history === 'loading') return undefined
    const timer = setTimeout(search, query === '' ? 0 : pauseMs, query.trim())
    return () => {
      clearTimeout(timer)
    }
  }, [query, history])

  useEffect(() => {
    if (current === undefined) return undefined
    const stopping = new AbortController()
    const show = async () => {
      const message = await threadRef.current?.reveal(current.messageKey)
      if (message === undefined || stopping.signal.aborted) return
      markHits(asked, { message, index: current.index }, stopping.signal)
    }
    void show()
    return () => {
      stopping.abort()
      unmarkHits()
    }
  }, [threadRef, current, asked])

  const isSettled = query.trim() === asked && !isLoading
  return (
    <div className={classes['find']}>
      <FindBar
        labels={labels.find}
        query={query}
        onQueryChange={setQuery}
        status={query.trim() === '' ? 'idle' : isSettled ? 'ready' : 'searching'}
        count={hits.length}
        index={position}
        onNext={next}
        onPrevious={previous}
        onClose={onClose}
      />
    </div>
  )
}
