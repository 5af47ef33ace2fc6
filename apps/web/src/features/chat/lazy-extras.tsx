import type { ThreadHandle } from '@org/ui-kit/chat'
import { lazyPart } from '@org/ui-kit'
import type { RefObject } from 'react'
import type { AnswerActionsProps } from './answer-actions.tsx'
import type { QuestionActionsProps } from './question-actions.tsx'
import type { QuestionEditorProps } from './question-editor.tsx'
import classes from './thread.module.css'

// What a conversation can be read and written without comes in one piece after the rest. Its room is kept meanwhile,
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

/** What can be done with an answer. */
export const LazyAnswerActions = lazyPart<AnswerActionsProps>(
  async () => (await load()).AnswerActions,
  () => <span className={classes.actionsRoom} />,
)

/** What can be done with a question. */
export const LazyQuestionActions = lazyPart<QuestionActionsProps>(
  async () => (await load()).QuestionActions,
  () => <span className={classes.actionsRoom} />,
)

/** A question being written anew. */
export const LazyQuestionEditor = lazyPart<QuestionEditorProps>(async () => (await load()).QuestionEditor)

/** The offer to bring a guest's conversations into the account: only who has chatted as a guest ever sees it. */
export const LazyGuestImportNotice = lazyPart<object>(async () => (await load()).GuestImportNotice)
