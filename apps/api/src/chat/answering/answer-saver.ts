import type { Logger } from 'pino'
import type { AnswerDraft, AnswerStore, FinishedAnswer } from '../../conversations/message-content.ts'
import type { Clock } from '../../platform/process/clock.ts'

/** Writes a running answer now and then, and its end for certain. */
export interface AnswerSaver {
  update: (draft: AnswerDraft) => void
  /** False when the end could not be written soon; it is then tried again in the background. */
  finish: (outcome: FinishedAnswer) => Promise<boolean>
}

// A crash may cost a second of text at most; one write may wait for another.
const saveEveryMs = 800
const retryAfterMs = [250, 1000, 4000, 10_000]
// A conversation whose answer has no end on record takes no question: the end is written whenever it can be.
const laterMs = 30_000
const laterTries = 120

/** Saves the newest draft at most every 800 ms, one write at a time. */
export function createAnswerSaver(store: AnswerStore, clock: Clock, log: Logger): AnswerSaver {
  let newest: AnswerDraft | undefined
  let waiting = false
  let writing: Promise<void> = Promise.resolve()
  let finished = false

  function schedule(): void {
    if (waiting || finished) return
    waiting = true
    clock.after(saveEveryMs, () => {
      writing = writing.then(writeNewest)
    })
  }

  async function writeNewest(): Promise<void> {
    const draft = newest
    newest = undefined
    try {
      if (draft !== undefined && !finished) await store.saveDraft(draft)
    } catch (error) {
      newest ??= draft
      log.warn({ error }, 'a running answer was not saved')
    }
    waiting = false
    if (newest !== undefined) schedule()
  }

  async function trySaving(outcome: FinishedAnswer): Promise<boolean> {
    try {
      await store.saveOutcome(outcome)
      return true
    } catch (error) {
      log.error({ error }, 'an answer was not saved')
      return false
    }
  }

  function saveLater(outcome: FinishedAnswer, tries: number): void {
    if (tries === 0) return
    clock.after(laterMs, () => {
      void trySaving(outcome).then((saved) => saved || saveLater(outcome, tries - 1))
    })
  }

  return {
    update(draft) {
      newest = draft
      schedule()
    },
    async finish(outcome) {
      finished = true
      await writing
      for (const pause of [0, ...retryAfterMs]) {
        if (pause > 0) await new Promise<void>((resolve) => clock.after(pause, resolve))
        if (await trySaving(outcome)) return true
      }
      saveLater(outcome, laterTries)
      return false
    },
  }
}
