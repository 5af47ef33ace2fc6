/** Values that wait to be read, in order. */
export interface EventQueue<Value> {
  put: (value: Value) => void
  /** Ends the reading after the values that wait. */
  end: () => void
  read: () => AsyncGenerator<Value>
}

export function createEventQueue<Value>(): EventQueue<Value> {
  const waiting: Value[] = []
  let isEnded = false
  let wake: () => void = () => undefined
  return {
    put: (value) => {
      waiting.push(value)
      wake()
    },
    end: () => {
      isEnded = true
      wake()
    },
    async *read() {
      for (;;) {
        const value = waiting.shift()
        if (value !== undefined) yield value
        else if (isEnded) return
        else {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
    },
  }
}
