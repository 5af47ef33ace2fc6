import { kit } from '@org/languages'
import { MultiSelect } from '@org/ui-kit'
import classes from '../configurators.module.css'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import type { StepProps } from './step-props.ts'

const { fields, descriptions } = texts

/** Step 3: which authors and tools a widget offers. */
export function ListsStep({
  values,
  onChange,
  authors,
  tools,
}: StepProps & { authors: readonly string[]; tools: readonly string[] }) {
  return (
    <div className={classes.pair}>
      <NameList
        label={fields.allowedAuthors}
        description={descriptions.allowedAuthors}
        all={authors}
        chosen={values.allowedAuthors}
        onChange={(allowedAuthors) => onChange({ allowedAuthors })}
      />
      <NameList
        label={fields.allowedTools}
        description={descriptions.allowedTools}
        all={tools}
        chosen={values.allowedTools}
        onChange={(allowedTools) => onChange({ allowedTools })}
      />
    </div>
  )
}

function NameList({
  label,
  description,
  all,
  chosen,
  onChange,
}: {
  label: string
  description: string
  all: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  // A name that is chosen but not offered any more can still be taken out.
  const names = [...new Set([...all, ...chosen])]
  return (
    <section className={classes.names}>
      <h4>{label}</h4>
      <p className={classes.hint}>{description}</p>
      <MultiSelect
        labels={kit.multiSelect}
        label={label}
        options={names.map((name) => ({ value: name }))}
        value={chosen}
        onValueChange={onChange}
      />
      {chosen.length > 0 && (
        <ul className={classes.chosen} aria-label={label}>
          {chosen.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
