import { kit } from '@org/languages'
import type { ChatMessage } from '@org/chat-engine'
import { useChatEngine } from '@org/chat-engine/react'
import { IconButton } from '@org/ui-kit'
import { BranchSwitcher, CopyButton } from '@org/ui-kit/chat'
import { Pencil } from 'lucide-react'
import type { RefObject } from 'react'
import classes from './thread-extras.module.css'
import { threadTexts } from './thread.texts.ts'
import { useIsRunning } from './use-is-running.ts'

export interface QuestionActionsProps {
  message: ChatMessage
  editRef: RefObject<HTMLButtonElement | null>
  onEdit: () => void
}

/** Actions of a question: copy, edit, show versions. */
export function QuestionActions({ message: { key, text, siblings }, editRef, onEdit }: QuestionActionsProps) {
  const { showSibling } = useChatEngine()
  const isRunning = useIsRunning()
  return (
    <>
      <span className={classes.questionActions}>
        <CopyButton labels={kit.copy} text={text} />
        <IconButton
          ref={editRef}
          size="small"
          label={threadTexts.edit}
          icon={<Pencil />}
          aria-disabled={isRunning}
          onClick={() => {
            if (!isRunning) onEdit()
          }}
        />
      </span>
      {siblings !== null && (
        <BranchSwitcher
          labels={kit.branches}
          index={siblings.index}
          count={siblings.count}
          onIndexChange={(index) => {
            showSibling(key, index)
          }}
        />
      )}
    </>
  )
}
