import { useMemo, useRef, useState } from 'react'
import type { FindHit } from '../types.ts'
import { useChatEngine } from './provider.tsx'

/** Finding a text in a conversation. */
export interface FindControls {
  hits: readonly FindHit[]
  /** The hit that is looked at; undefined when there is none. */
  current: FindHit | undefined
  /** Its place among the hits, from 0; -1 when there is none. */
  position: number
  /** True while older messages load. */
  isLoading: boolean
  /** Looks for a text, and at its newest hit; '' ends it. */
  find: (text: string) => void
  /** Looks at the hit after the present one; after the last comes the first. */
  next: () => void
  previous: () => void
}

interface Found {
  hits: readonly FindHit[]
  position: number
  isLoading: boolean
}

const NOTHING: Found = { hits: [], position: -1, isLoading: false }

/** Finds a text in a conversation, by default the selected one. Only the last text's hits are shown. */
export function useFind(key?: string): FindControls {
  const engine = useChatEngine()
  const [found, setFound] = useState(NOTHING)
  const latest = useRef(0)

  const actions = useMemo(() => {
    async function look(own: number, threadKey: string, text: string) {
      const hits = await engine.find(threadKey, text)
      if (own === latest.current) setFound({ hits, position: hits.length - 1, isLoading: false })
    }
    const move = (by: number) =>
      setFound((before) => {
        const count = before.hits.length
        return count === 0 ? before : { ...before, position: (before.position + by + count) % count }
      })
    return {
      find: (text: string) => {
        const own = (latest.current += 1)
        const threadKey = key ?? engine.conversations.get().selectedKey
        if (text.trim() === '' || threadKey === null) return setFound(NOTHING)
        setFound((before) => ({ ...before, isLoading: true }))
        void look(own, threadKey, text)
      },
      next: () => move(1),
      previous: () => move(-1),
    }
  }, [engine, key])
  return useMemo(() => ({ ...found, ...actions, current: found.hits[found.position] }), [found, actions])
}
