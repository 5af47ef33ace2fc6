import { useRef } from 'react'
import type { ComponentProps, KeyboardEvent, Ref, SyntheticEvent } from 'react'
import classes from './json-editor.module.css'
import { breakLine } from './json-indent.ts'
import { toJsonPieces } from './json-pieces.ts'

/** Props of the JSON editor, besides a textarea's attributes. */
export interface JsonEditorProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'ref'> {
  ref?: Ref<HTMLTextAreaElement>
  value: string
  onValueChange: (value: string) => void
  /** Offset of the first invalid token. */
  errorAt?: number | undefined
}

/**
 * A text area for JSON: numbered lines, colours, the place of the error marked, and new lines that begin where they
 * belong. It reads from left to right in every language. Tab leads on to the next control, as everywhere. Its colours lie behind the text area's own text, which is
 * transparent: caret, selection, undoing and screen readers have the native one.
 */
export function JsonEditor({ ref, value, onValueChange, errorAt, ...rest }: JsonEditorProps) {
  const boxRef = useRef<HTMLDivElement>(null)
  const lines = value.split('\n').length
  const wrongLine = errorAt === undefined ? 0 : value.slice(0, errorAt).split('\n').length

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const area = event.currentTarget
    const { selectionStart, selectionEnd } = area
    const { text, caret } = breakLine(value, selectionStart, selectionEnd)
    replaceSelection(area, text)
    area.setSelectionRange(selectionStart + caret, selectionStart + caret)
    onValueChange(area.value)
  }

  // A caret that was put somewhere by a program is not brought into view by the browser.
  function showCaret({ currentTarget: area }: SyntheticEvent<HTMLTextAreaElement>): void {
    const box = boxRef.current
    if (box === null) return
    const lineHeight = area.scrollHeight / lines
    const top = (area.value.slice(0, area.selectionStart).split('\n').length - 1) * lineHeight
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + 2 * lineHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top + 2 * lineHeight - box.clientHeight
    }
  }

  return (
    <div ref={boxRef} dir="ltr" className={classes.editor} data-invalid={errorAt !== undefined || undefined}>
      <div aria-hidden="true" className={classes.lineNumbers}>
        {Array.from({ length: lines }, (_, index) => (
          <span key={index} data-wrong={index + 1 === wrongLine || undefined}>
            {index + 1}
          </span>
        ))}
      </div>
      <div className={classes.layers}>
        <pre aria-hidden="true">
          {toJsonPieces(value, errorAt).map(({ at, text, kind, isError }) => (
            <span key={at} data-kind={kind} data-error={isError || undefined}>
              {text}
            </span>
          ))}
          {'\n'}
        </pre>
        <textarea
          {...rest}
          ref={ref}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          value={value}
          onChange={(event) => {
            onValueChange(event.target.value)
          }}
          onKeyDown={onKeyDown}
          onSelect={showCaret}
        />
      </div>
    </div>
  )
}

/** Types over the selection, so that undoing takes it back: only the browsers' old command does that. */
function replaceSelection(area: HTMLTextAreaElement, text: string): void {
  const isTyped =
    typeof document.execCommand === 'function' && document.execCommand('insertText', false, text)
  if (!isTyped) area.setRangeText(text, area.selectionStart, area.selectionEnd)
}
