/** Work that waits for the next frame; each task runs at most once a frame, however often it is asked for. */
export interface Frames {
  schedule: (task: () => void) => void
  cancel: (task: () => void) => void
}

export function createFrames(requestFrame: (callback: () => void) => () => void): Frames {
  const waiting = new Set<() => void>()
  let cancelFrame: (() => void) | null = null
  return {
    schedule: (task) => {
      waiting.add(task)
      cancelFrame ??= requestFrame(run)
    },
    cancel: (task) => {
      waiting.delete(task)
      if (waiting.size > 0) return
      cancelFrame?.()
      cancelFrame = null
    },
  }

  function run() {
    cancelFrame = null
    const tasks = [...waiting]
    waiting.clear()
    for (const task of tasks) task()
  }
}
