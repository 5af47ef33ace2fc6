// The parts of an answer beside its text, as one chunk: most answers have none.
export { AnswerExtras } from './answer-extras.tsx'
export { AnswerSteps } from './answer-steps.tsx'
