import { lazyPart } from '../../loading/lazy-part.tsx'
import classes from './lazy-actions.module.css'

// Actions load as one chunk after the messages. Their space is reserved, so that nothing moves when they appear.

const load = () => import('./actions.ts')
const reserve = () => <span className={classes['room']} />

export const LazyAnswerActions = /* @__PURE__ */ lazyPart(async () => (await load()).AnswerActions, reserve)
export const LazyQuestionActions = /* @__PURE__ */ lazyPart(
  async () => (await load()).QuestionActions,
  reserve,
)
export const LazyQuestionEditor = /* @__PURE__ */ lazyPart(async () => (await load()).QuestionEditor)
