import { Button, TextArea } from '@org/ui-kit'
import { useRef } from 'react'
import classes from './admin.module.css'
import { adminTexts } from './admin.texts.ts'
import { parseSchema, placeOf } from './parse-schema.ts'
import { formatSchema } from './settings-draft.ts'

const texts = adminTexts.json

/** The parameters of the tool as JSON, checked while they are typed: what is wrong, where, and a way there. */
export function JsonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const areaRef = useRef<HTMLTextAreaElement>(null)
  const parsed = parseSchema(value)
  return (
    <div className={classes.json}>
      <TextArea
        ref={areaRef}
        label={adminTexts.fields.searchToolSchema}
        description={adminTexts.hints.searchToolSchema}
        className={classes.code}
        rows={Math.min(24, Math.max(6, value.split('\n').length))}
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        value={value}
        onValueChange={onChange}
        error={parsed.ok ? undefined : adminTexts.save.invalidSchema(parsed.reason)}
      />
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
