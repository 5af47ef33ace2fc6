import type { ThreadHandle } from '@org/ui-kit/chat'
import { lazyPart } from '@org/ui-kit'
import type { RefObject } from 'react'
import type { AnswerActionsProps } from './answer-actions.tsx'
import type { QuestionActionsProps } from './question-actions.tsx'
import type { QuestionEditorProps } from './question-editor.tsx'
import classes from './thread.module.css'

// Parts that a conversation can do without load as one chunk after the rest. Their space is reserved meanwhile,
// so that nothing moves when it is there.

const load = () => import('./thread-extras.tsx')

export interface ThreadExtrasProps {
  threadRef: RefObject<ThreadHandle | null>
}

/** The bar above the messages, with what it opens. */
export const LazyThreadExtras = lazyPart<ThreadExtrasProps>(
  async () => (await load()).ThreadExtras,
  () => <div className={classes.bar} />,
)

/** Actions of an answer. */
export const LazyAnswerActions = lazyPart<AnswerActionsProps>(
  async () => (await load()).AnswerActions,
  () => <span className={classes.actionsRoom} />,
)

/** Actions of a question. */
export const LazyQuestionActions = lazyPart<QuestionActionsProps>(
  async () => (await load()).QuestionActions,
  () => <span className={classes.actionsRoom} />,
)

/** A question being written anew. */
export const LazyQuestionEditor = lazyPart<QuestionEditorProps>(async () => (await load()).QuestionEditor)

/** The offer to bring a guest's conversations into the account: only who has chatted as a guest ever sees it. */
export const LazyGuestImportNotice = lazyPart<object>(async () => (await load()).GuestImportNotice)
