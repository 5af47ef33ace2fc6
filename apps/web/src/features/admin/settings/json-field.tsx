import { Button } from '@org/ui-kit'
import { useId, useRef } from 'react'
import classes from '../admin.module.css'
import editor from './json-editor/json-editor.module.css'
import { adminTexts } from '../admin.texts.ts'
import { JsonEditor } from './json-editor/json-editor.tsx'
import { parseSchema, placeOf } from './parse-schema.ts'
import { formatSchema } from './settings-draft.ts'

const texts = adminTexts.json

/** The parameters of the tool as JSON, checked while they are typed: what is wrong, where, and a way there. */
export function JsonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  const areaRef = useRef<HTMLTextAreaElement>(null)
  const parsed = parseSchema(value)
  return (
    <div className={editor.json}>
      <label htmlFor={id}>{adminTexts.fields.searchToolSchema}</label>
      <p id={`${id}-hint`} className={classes.muted}>
        {adminTexts.hints.searchToolSchema}
      </p>
      <JsonEditor
        ref={areaRef}
        id={id}
        aria-describedby={parsed.ok ? `${id}-hint` : `${id}-hint ${id}-error`}
        aria-invalid={!parsed.ok}
        value={value}
        onValueChange={onChange}
        errorAt={parsed.ok ? undefined : parsed.offset}
      />
      {!parsed.ok && (
        <p id={`${id}-error`} className={editor.jsonError}>
          {adminTexts.save.invalidSchema(parsed.reason)}
        </p>
      )}
      <p className={classes.row}>
        <span className={classes.muted} aria-live="polite">
          {parsed.ok ? texts.valid : describePlace(value, parsed.offset)}
        </span>
        {parsed.ok ? (
          <Button
            size="small"
            variant="ghost"
            onClick={() => {
              onChange(formatSchema(parsed.schema))
            }}
          >
            {texts.format}
          </Button>
        ) : (
          <Button
            size="small"
            variant="ghost"
            onClick={() => {
              areaRef.current?.focus()
              areaRef.current?.setSelectionRange(parsed.offset, parsed.offset + 1)
            }}
          >
            {texts.goTo}
          </Button>
        )}
      </p>
    </div>
  )
}

function describePlace(text: string, offset: number): string {
  const { line, column } = placeOf(text, offset)
  return texts.place(line, column)
}
