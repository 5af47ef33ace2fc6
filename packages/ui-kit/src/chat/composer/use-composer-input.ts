import type { ClipboardEvent, DragEvent, KeyboardEvent, RefObject } from 'react'
import { useControllable } from '../../base/use-controllable.ts'

/** Options of {@link useComposerInput}: the props of the composer that concern what is typed, pasted and dropped. */
export interface ComposerInputOptions {
  value: string | undefined
  defaultValue: string
  onValueChange: ((value: string) => void) | undefined
  onSend: (text: string) => void
  onStop: (() => void) | undefined
  onEditLast: (() => void) | undefined
  onAttach: ((files: File[]) => void) | undefined
  streaming: boolean
  disabled: boolean
  /** True while an image is being prepared. */
  preparing: boolean
  maxCharacters: number
  textRef: RefObject<HTMLTextAreaElement | null>
}

/** The text of the composer and what its keys, clipboard and drops do. */
export interface ComposerInput {
  text: string
  setText: (text: string) => void
  /** Number of characters left; negative when the text is too long. */
  left: number
  isNearLimit: boolean
  isSendable: boolean
  send: () => void
  /** Focuses the text, except on a touch screen. */
  focusText: () => void
  /** Hands files over; false when none are taken. */
  attach: (files: readonly File[]) => boolean
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
  onDragOver: (event: DragEvent) => void
  onDrop: (event: DragEvent) => void
}

/** Part of the limit that is left when the number of characters left is shown. */
const shortOfLimit = 0.1

/** Returns the state of the text box and the handlers of its events. */
export function useComposerInput({
  value,
  defaultValue,
  onValueChange,
  onSend,
  onStop,
  onEditLast,
  onAttach,
  streaming,
  disabled,
  preparing,
  maxCharacters,
  textRef,
}: ComposerInputOptions): ComposerInput {
  const [text, setText] = useControllable(value, defaultValue, onValueChange)
  const message = text.trim()
  const left = charactersLeft(message, maxCharacters)
  const isSendable = message !== '' && left >= 0 && !preparing && !streaming && !disabled

  const focusText = (): void => {
    // On a touch screen the focus would bring the keyboard up over the answer.
    if (!matchesCoarsePointer()) textRef.current?.focus()
  }
  const send = (): void => {
    if (!isSendable) return
    setText('')
    focusText()
    onSend(message)
  }
  const attach = (files: readonly File[]): boolean => {
    if (onAttach === undefined || disabled || files.length === 0) return false
    onAttach([...files])
    return true
  }
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    if (event.key === 'Enter' && !event.shiftKey) return send
    if (event.key === 'Escape' && streaming) return () => onStop?.()
    return event.key === 'ArrowUp' && text === '' && !hasModifier(event) ? onEditLast : undefined
  }
  return {
    text,
    setText,
    left,
    isNearLimit: left >= 0 && left < maxCharacters * shortOfLimit,
    isSendable,
    send,
    focusText,
    attach,
    onKeyDown: (event) => {
      // During IME composition Enter confirms the composition; Safari reports keyCode 229 right after its end.
      if (event.nativeEvent.isComposing || event.keyCode === 229) return
      const act = actionOf(event)
      if (act === undefined) return
      event.preventDefault()
      act()
    },
    onPaste: (event) => {
      // Office documents put text and a picture of it on the clipboard: the text is pasted.
      if (event.clipboardData.types.includes('text/plain')) return
      if (attach([...event.clipboardData.files])) event.preventDefault()
    },
    onDragOver: (event) => {
      if (onAttach !== undefined && event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event) => {
      if (attach([...event.dataTransfer.files])) event.preventDefault()
    },
  }
}

/** Characters are code points: people count those, and the server too. */
function charactersLeft(message: string, max: number): number {
  // There are never more of them than UTF-16 units: the text is taken apart only near the limit.
  const isFarOff = message.length <= max * (1 - shortOfLimit)
  return max - (isFarOff ? message.length : Array.from(message).length)
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey
}

function matchesCoarsePointer(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
}
