import type { Widget } from '@org/api-client'
import { Button, Checkbox } from '@org/ui-kit'
import classes from './analytics.module.css'
import { analyticsTexts as texts } from './analytics.texts.ts'

/** Filter of the figures by widget. */
export function WidgetChoice({
  widgets,
  chosen,
  onChange,
}: {
  widgets: readonly Widget[]
  /** Their ids. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  return (
    <fieldset className={classes.widgets}>
      <legend>{texts.widgets}</legend>
      {widgets.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onCheckedChange={(checked) => {
            onChange(
              widgets
                .map((widget) => widget.id)
                .filter((other) => (other === id ? checked : chosen.includes(other))),
            )
          }}
        />
      ))}
      <Button
        size="small"
        onClick={() => {
          onChange(widgets.map(({ id }) => id))
        }}
      >
        {texts.selectAll}
      </Button>
      <Button
        size="small"
        variant="ghost"
        onClick={() => {
          onChange([])
        }}
      >
        {texts.clear}
      </Button>
    </fieldset>
  )
}
