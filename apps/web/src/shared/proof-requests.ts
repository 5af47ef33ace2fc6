/** Questions for a proof of identity, which calls of dangerous actions wait for. */
export interface ProofRequests {
  /** Asks the person for a proof. Resolves to true once it was given; calls that wait together share one question. */
  ask: () => Promise<boolean>
  /** Answers the open question. */
  answer: (isProven: boolean) => void
  isOpen: () => boolean
  /** Calls a listener when a question opens or closes. Returns a function that ends it. */
  subscribe: (listener: () => void) => () => void
}

interface Question {
  answered: Promise<boolean>
  resolve: (isProven: boolean) => void
}

/** Creates requests of which one is open at a time. */
export function createProofRequests(): ProofRequests {
  const listeners = new Set<() => void>()
  let open: Question | null = null

  function report(): void {
    for (const listener of listeners) listener()
  }

  return {
    ask() {
      // Without the dialog, nobody could answer.
      if (listeners.size === 0) return Promise.resolve(false)
      if (open === null) {
        open = newQuestion()
        report()
      }
      return open.answered
    },
    answer(isProven) {
      open?.resolve(isProven)
      open = null
      report()
    },
    isOpen: () => open !== null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function newQuestion(): Question {
  let resolve: Question['resolve'] = () => {}
  const answered = new Promise<boolean>((settle) => {
    resolve = settle
  })
  return { answered, resolve }
}
