import { kit } from '@org/languages'
import { MultiSelect } from '@org/ui-kit'
import { useWidget } from '../widget-context.ts'
import { widgetTexts } from '../widget.texts.ts'

/** Authors and tools of the next answer; empty lists allow all that the widget offers. */
export interface Choice {
  authors: string[]
  tools: string[]
}

/** The choice, and how it is changed. */
export interface PickersProps {
  value: Choice
  onChange: (choice: Choice) => void
}

/** The Authors and Tools dropups. */
export function Pickers({ value, onChange }: PickersProps) {
  const { authors, tools } = useWidget().config
  return (
    <>
      <MultiSelect
        labels={kit.multiSelect}
        side="top"
        label={widgetTexts.authors}
        options={authors.map((name) => ({ value: name }))}
        value={value.authors}
        onValueChange={(chosen) => onChange({ ...value, authors: chosen })}
      />
      <MultiSelect
        labels={kit.multiSelect}
        side="top"
        label={widgetTexts.tools}
        options={tools.map((name) => ({ value: name }))}
        value={value.tools}
        onValueChange={(chosen) => onChange({ ...value, tools: chosen })}
      />
    </>
  )
}
