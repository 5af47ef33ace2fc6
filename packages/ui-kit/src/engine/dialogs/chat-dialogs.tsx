import { useStore } from '@org/chat-engine/react'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { OnceOpened } from '../../loading/once-opened.tsx'
import { useChat } from '../chat-context.ts'
import type { ChatDialogsProps } from './answer-dialogs.tsx'

const AnswerDialogs = /* @__PURE__ */ lazyPart(
  async () => (await import('./answer-dialogs.tsx')).AnswerDialogs,
)

/** The dialogs that answers open. Their code loads when the page is idle, or with the first one. */
export function ChatDialogs(props: ChatDialogsProps) {
  const isOpen = useStore(useChat().view.dialog) !== null
  return <OnceOpened part={AnswerDialogs} open={isOpen} props={props} />
}
