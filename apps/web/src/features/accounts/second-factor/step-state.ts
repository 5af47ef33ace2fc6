import type { SecondStep } from '@org/api-client'

/** Router state that leads to the second step of a sign-in which a link has begun. */
export interface StepState {
  secondStep: SecondStep
}

/** Returns the second step that a router state holds; null for every other state. */
export function stepOfState(state: unknown): SecondStep | null {
  return isStepState(state) ? state.secondStep : null
}

function isStepState(state: unknown): state is StepState {
  return typeof state === 'object' && state !== null && 'secondStep' in state
}
