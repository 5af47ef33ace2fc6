import type { ChatMessage } from '@org/chat-engine'
import { useChatEngine } from '@org/chat-engine/react'
import { Pencil } from 'lucide-react'
import type { RefObject } from 'react'
import { BranchSwitcher } from '../../chat/messages/branch-switcher.tsx'
import { CopyButton } from '../../chat/messages/copy-button.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { useChat } from '../chat-context.ts'
import { useChatTexts } from '../use-chat-texts.ts'
import classes from './actions.module.css'
import { useIsRunning } from './use-is-running.ts'

/** Props of {@link QuestionActions}. */
export interface QuestionActionsProps {
  message: ChatMessage
  editRef: RefObject<HTMLButtonElement | null>
  onEdit: () => void
}

/** Actions of a question: copy, edit, show versions. */
export function QuestionActions({ message: { key, text, siblings }, editRef, onEdit }: QuestionActionsProps) {
  const { showSibling } = useChatEngine()
  const { labels } = useChat()
  const texts = useChatTexts()
  const isRunning = useIsRunning()
  return (
    <>
      <span className={classes['questionActions']}>
        <CopyButton labels={labels.copy} text={text} />
        <IconButton
          ref={editRef}
          size="small"
          label={texts.edit}
          icon={<Pencil />}
          aria-disabled={isRunning}
          onClick={() => {
            if (!isRunning) onEdit()
          }}
        />
      </span>
      {siblings !== null && (
        <BranchSwitcher
          labels={labels.branches}
          index={siblings.index}
          count={siblings.count}
          onIndexChange={(index) => showSibling(key, index)}
        />
      )}
    </>
  )
}
