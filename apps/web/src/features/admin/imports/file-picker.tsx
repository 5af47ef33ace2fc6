import { Button } from '@org/ui-kit'
import { useId, useRef, useState } from 'react'
import css from './imports.module.css'
import { importTexts as texts } from './imports.texts.ts'

const accepted = '.md,.markdown,.html,.htm,.txt,.pdf,.docx,.csv'

/** An area to drop files on, with a button that opens the dialog of the system. */
export function FilePicker({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const hint = useId()
  return (
    <div
      className={css.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => {
        setIsOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      <p className={css.dropTitle}>{texts.drop}</p>
      <Button
        aria-describedby={hint}
        onClick={() => {
          input.current?.click()
        }}
      >
        {texts.choose}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepted}
        aria-label={texts.choose}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file can be chosen again after it was removed.
          currentTarget.value = ''
        }}
      />
      <p id={hint} className={css.hint}>
        {texts.types} {texts.csvHint} {texts.sameName}
      </p>
    </div>
  )
}
