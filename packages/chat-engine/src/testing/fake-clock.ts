import type { ChatClock } from '../platform/platform.ts'

/** A clock that advances only when a test advances it. */
export interface FakeClock extends ChatClock {
  /** Lets time pass, and runs the timers that come due. */
  advance: (ms: number) => void
  /** Draws a frame. */
  frame: () => void
  /** Number of callbacks that wait for the next frame. */
  framesWaiting: () => number
  /** Number of pending timers. */
  timersWaiting: () => number
}

export function createFakeClock(start = Date.UTC(2026, 10, 21, 9)): FakeClock {
  let now = start
  let timers: { at: number; callback: () => void }[] = []
  let frames: (() => void)[] = []
  return {
    now: () => now,
    setTimer: (callback, ms) => {
      const timer = { at: now + ms, callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    requestFrame: (callback) => {
      frames.push(callback)
      return () => {
        frames = frames.filter((one) => one !== callback)
      }
    },
    advance: (ms) => {
      now += ms
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { callback } of due) callback()
    },
    frame: () => {
      const drawn = frames
      frames = []
      for (const callback of drawn) callback()
    },
    framesWaiting: () => frames.length,
    timersWaiting: () => timers.length,
  }
}
