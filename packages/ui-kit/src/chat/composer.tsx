import { ArrowUp, Paperclip, Square } from 'lucide-react'
import {
  useId,
  useImperativeHandle,
  useRef,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { IconButton } from '../icon-button.tsx'
import { useControllable } from '../use-controllable.ts'
import { AttachmentList, type ComposerAttachment } from './attachment-list.tsx'
import { type ComposerLabels, defaultComposerLabels } from './composer-labels.ts'
import classes from './composer.module.css'
import { type Given, withDefaults } from '../with-defaults.ts'

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

/** The limit is spoken of when this part of it is left. */
const shortOfLimit = 0.1

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
  const [text, setText] = useControllable(value, defaultValue, onValueChange)
  const textRef = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(inputRef, () => textRef.current)
  const fileRef = useRef<HTMLInputElement>(null)

  const message = text.trim()
  const left = charactersLeft(message, maxCharacters)
  const preparing = attachments.some(({ previewUrl }) => previewUrl === null)
  const sendable = message !== '' && left >= 0 && !preparing && !streaming && !disabled
  const explained = disabled && disabledReason !== undefined
  const isTooLong = left < 0
  const isNearLimit = !isTooLong && left < maxCharacters * shortOfLimit

  const focusText = (): void => {
    // On a touch screen the focus would bring the keyboard up over the answer.
    if (!matchesCoarsePointer()) textRef.current?.focus()
  }

  const send = (): void => {
    if (!sendable) return
    setText('')
    focusText()
    onSend(message)
  }

  const attach = (files: readonly File[]): boolean => {
    if (onAttach === undefined || disabled || files.length === 0) return false
    onAttach([...files])
    return true
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    // During IME composition Enter confirms the composition; Safari reports keyCode 229 right after its end.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && streaming) {
      event.preventDefault()
      onStop?.()
    } else if (event.key === 'ArrowUp' && text === '' && onEditLast !== undefined && !hasModifier(event)) {
      event.preventDefault()
      onEditLast()
    }
  }

  const onPaste = (event: ClipboardEvent): void => {
    // Office documents put text and a picture of it on the clipboard: the text is pasted.
    if (event.clipboardData.types.includes('text/plain')) return
    if (attach([...event.clipboardData.files])) event.preventDefault()
  }

  const onDragOver = (event: DragEvent): void => {
    if (onAttach !== undefined && event.dataTransfer.types.includes('Files')) event.preventDefault()
  }

  const onDrop = (event: DragEvent): void => {
    if (attach([...event.dataTransfer.files])) event.preventDefault()
  }

  return (
    <form
      className={classes['composer']}
      aria-label={texts.composer}
      data-disabled={disabled || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {explained && (
        <p id={reasonId} className={classes['reason']}>
          {disabledReason}
        </p>
      )}
      <div className={classes['box']} onDragOver={onDragOver} onDrop={onDrop}>
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
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
        {isNearLimit && (
          <p id={limitId} className={classes['limit']}>
            {texts.charactersLeft(left)}
          </p>
        )}
        <div className={classes['bar']}>
          {onAttach !== undefined && (
            <>
              <IconButton
                label={texts.attach}
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
                aria-label={texts.attach}
                onChange={(event) => {
                  attach([...(event.target.files ?? [])])
                  // The same file may be chosen again after it was taken out.
                  event.target.value = ''
                }}
              />
            </>
          )}
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
                focusText()
              }}
            />
          ) : (
            <IconButton
              key="send"
              type="submit"
              variant="solid"
              label={texts.send}
              icon={<ArrowUp />}
              disabled={!sendable}
            />
          )}
        </div>
      </div>
    </form>
  )
}

/** Characters are code points: what a person counts, and the server too. */
function charactersLeft(message: string, max: number): number {
  // There are never more of them than UTF-16 units: the text is taken apart only where it matters.
  const isFarOff = message.length <= max * (1 - shortOfLimit)
  return max - (isFarOff ? message.length : Array.from(message).length)
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey
}

function matchesCoarsePointer(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
}
