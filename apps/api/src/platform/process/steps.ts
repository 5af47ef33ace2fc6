import { pauseWhenDue } from './pause-when-due.ts'

/** Work that can be interrupted at each `yield`, and its result. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Takes all steps without a pause. */
export function takeSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Takes all steps, and lets other work run in between: see {@link pauseWhenDue}. */
export async function takeStepsInSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await pauseWhenDue()
  }
}
