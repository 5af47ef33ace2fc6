import { useId, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react'
import { type Given, withDefaults } from '../../base/with-defaults.ts'
import { AttachmentList, type ComposerAttachment } from './attachment-list.tsx'
import { AttachButton, ComposerBar } from './composer-bar.tsx'
import { type ComposerLabels, defaultComposerLabels } from './composer-labels.ts'
import classes from './composer.module.css'
import { useComposerInput } from './use-composer-input.ts'
import { useFixedHeight } from './use-fixed-height.ts'

/** Props of {@link Composer}. */
export interface ComposerProps {
  /** The text being written. */
  value?: string | undefined
  /** @default '' */
  defaultValue?: string | undefined
  onValueChange?: ((value: string) => void) | undefined
  /** Takes the trimmed text, which is never empty. The box is emptied just before. */
  onSend: (text: string) => void
  /** True while an answer is streaming: sending is blocked and the stop button shows. @default false */
  streaming?: boolean | undefined
  onStop?: (() => void) | undefined
  /** True to disable the input. @default false */
  disabled?: boolean | undefined
  /** Says why nothing can be written. */
  disabledReason?: ReactNode
  /** The pictures that will be sent along. */
  attachments?: readonly ComposerAttachment[] | undefined
  /** Takes chosen, pasted or dropped files, of whatever kind. Absent: there is no attach button. */
  onAttach?: ((files: File[]) => void) | undefined
  onRemoveAttachment?: ((id: string) => void) | undefined
  /** The kinds of file to choose from. @default 'image/png,image/jpeg,image/webp,image/gif' */
  accept?: string | undefined
  /** Why something was not taken, such as a file: announced at once. */
  problem?: ReactNode
  /** The most characters, as a person counts them; more is said and not sent. @default no limit */
  maxCharacters?: number | undefined
  /** Called by the arrow up in an empty box: the last question is to be edited. */
  onEditLast?: (() => void) | undefined
  /** Stands beside the attach button: the Authors and Tools pickers. */
  pickers?: ReactNode
  /** The text area, for a parent that puts the focus there. */
  inputRef?: Ref<HTMLTextAreaElement> | undefined
  labels?: Given<ComposerLabels> | undefined
}

const noAttachments: readonly ComposerAttachment[] = []

/**
 * Message input: Enter sends, Shift+Enter starts a new line, Escape stops an answer, the arrow up in
 * an empty box asks for the last question.
 */
export function Composer({
  value,
  defaultValue = '',
  onValueChange,
  onSend,
  streaming = false,
  onStop,
  disabled = false,
  disabledReason,
  attachments = noAttachments,
  onAttach,
  onRemoveAttachment,
  accept = 'image/png,image/jpeg,image/webp,image/gif',
  problem,
  maxCharacters = Number.POSITIVE_INFINITY,
  onEditLast,
  pickers,
  inputRef,
  labels,
}: ComposerProps) {
  const texts = withDefaults(defaultComposerLabels, labels)
  const reasonId = useId()
  const limitId = useId()
  const textRef = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(inputRef, () => textRef.current)
  useFixedHeight(textRef)
  const preparing = attachments.some(({ previewUrl }) => previewUrl === null)
  const actions = { onValueChange, onSend, onStop, onEditLast, onAttach }
  const state = { value, defaultValue, streaming, disabled, preparing, maxCharacters, textRef }
  const input = useComposerInput({ ...actions, ...state })
  const { text, left, isNearLimit } = input
  const explained = disabled && disabledReason !== undefined
  const isTooLong = left < 0

  return (
    <form
      className={classes['composer']}
      aria-label={texts.composer}
      data-disabled={disabled || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        input.send()
      }}
    >
      {explained && (
        <p id={reasonId} className={classes['reason']}>
          {disabledReason}
        </p>
      )}
      <div className={classes['box']} onDragOver={input.onDragOver} onDrop={input.onDrop}>
        <div role="alert" className={classes['problem']}>
          {problem}
          {isTooLong && <p id={limitId}>{texts.tooLong(maxCharacters)}</p>}
        </div>
        <AttachmentList attachments={attachments} onRemove={onRemoveAttachment} texts={texts} />
        {/* The copy of the text in the attribute gives the box its height: see the stylesheet. */}
        <div className={classes['grow']} data-text={text}>
          <textarea
            ref={textRef}
            className={classes['text']}
            rows={1}
            // Empty, it shows the placeholder, which reads as the page does.
            dir={text === '' ? undefined : 'auto'}
            aria-label={texts.message}
            aria-describedby={explained ? reasonId : isTooLong || isNearLimit ? limitId : undefined}
            aria-invalid={isTooLong || undefined}
            placeholder={texts.placeholder}
            enterKeyHint="send"
            disabled={disabled}
            value={text}
            onChange={(event) => input.setText(event.target.value)}
            onKeyDown={input.onKeyDown}
            onPaste={input.onPaste}
          />
        </div>
        {isNearLimit && (
          <p id={limitId} className={classes['limit']}>
            {texts.charactersLeft(left)}
          </p>
        )}
        <ComposerBar
          input={input}
          texts={texts}
          pickers={pickers}
          streaming={streaming}
          onStop={onStop}
          attachButton={
            onAttach !== undefined && (
              <AttachButton label={texts.attach} accept={accept} disabled={disabled} onFiles={input.attach} />
            )
          }
        />
      </div>
    </form>
  )
}
