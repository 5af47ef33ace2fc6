import { ArrowUp, Paperclip, Square } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { IconButton } from '../../controls/icon-button.tsx'
import type { ComposerLabels } from './composer-labels.ts'
import classes from './composer.module.css'
import type { ComposerInput } from './use-composer-input.ts'

interface ComposerBarProps {
  input: ComposerInput
  texts: ComposerLabels
  pickers: ReactNode
  streaming: boolean
  onStop: (() => void) | undefined
  /** The button to attach files, if they are taken. */
  attachButton: ReactNode
}

/** The controls below the text: to attach, the pickers, and to send or to stop. */
export function ComposerBar({ input, texts, pickers, streaming, onStop, attachButton }: ComposerBarProps) {
  return (
    <div className={classes['bar']}>
      {attachButton}
      <div className={classes['pickers']}>{pickers}</div>
      {streaming ? (
        <IconButton
          key="stop"
          variant="solid"
          label={texts.stop}
          icon={<Square fill="currentColor" />}
          onClick={(event) => {
            // The second half of a double click on Send must not stop the answer that it asked for.
            if (event.detail > 1) return
            onStop?.()
            input.focusText()
          }}
        />
      ) : (
        <IconButton
          key="send"
          type="submit"
          variant="solid"
          label={texts.send}
          icon={<ArrowUp />}
          disabled={!input.isSendable}
        />
      )}
    </div>
  )
}

interface AttachButtonProps {
  label: string
  accept: string
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/** Opens the browser's choice of files. */
export function AttachButton({ label, accept, disabled, onFiles }: AttachButtonProps) {
  const fileRef = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={label}
        icon={<Paperclip />}
        disabled={disabled}
        onClick={() => fileRef.current?.click()}
      />
      <input
        ref={fileRef}
        type="file"
        hidden
        multiple
        tabIndex={-1}
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again after it was removed.
          event.target.value = ''
        }}
      />
    </>
  )
}
