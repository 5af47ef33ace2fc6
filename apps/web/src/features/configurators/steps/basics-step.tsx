import type { AdminClient, ClientEdit } from '@org/api-client'
import { Button, Checkbox, Select, StatusLine, TextArea, TextField } from '@org/ui-kit'
import { useId } from 'react'
import { wrongOrigins } from './allowed-origins.ts'
import classes from '../configurators.module.css'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import { textControl, type StepProps } from './step-props.ts'

const { fields, values: words } = texts

/** Step 1: what a widget is called, whose it is, and where it may stand. */
export function BasicsStep({
  clients,
  checked,
  onCheck,
  ...step
}: StepProps & OriginsCheck & { clients: readonly AdminClient[] }) {
  const { values, onChange } = step
  const owners = clients.map(({ id, email }) => ({ value: id, label: email }))
  // Until the list is there, and where it cannot be had, an owner is still not lost.
  const isListed = values.clientOwner === '' || clients.some(({ id }) => id === values.clientOwner)
  if (!isListed) owners.push({ value: values.clientOwner, label: values.clientOwner })
  return (
    <>
      <div className={classes.pair}>
        <TextField {...textControl('name', step)} maxLength={200} />
        <Select
          {...textControl('clientOwner', step)}
          options={[{ value: '', label: words.noOwner }, ...owners]}
        />
        <Select
          label={fields.active}
          value={values.active ? 'active' : 'inactive'}
          options={[
            { value: 'active', label: words.active },
            { value: 'inactive', label: words.inactive },
          ]}
          onValueChange={(status) => onChange({ active: status === 'active' })}
        />
        <Select
          label={fields.allowConversations}
          value={values.allowConversations}
          options={[
            { value: 'multi', label: words.multi },
            { value: 'single', label: words.single },
          ]}
          onValueChange={(allowConversations) => onChange({ allowConversations })}
        />
        <TextField {...textControl('widgetTitle', step)} placeholder={values.name} maxLength={200} />
        <TextField {...textControl('affiliateCode', step)} maxLength={200} autoComplete="off" />
      </div>
      <ClientEdits {...step} />
      <AllowedOrigins {...step} checked={checked} onCheck={onCheck} />
    </>
  )
}

const clientParts: readonly ClientEdit[] = ['accent', 'logo', 'avatar', 'welcome', 'starters', 'label']

/** Parts of the appearance that the client may change without an administrator. */
function ClientEdits({ values, onChange }: StepProps) {
  const { clientEdits } = values
  return (
    <fieldset className={classes.clientEdits}>
      <legend>{fields.clientEdits}</legend>
      {clientParts.map((part) => (
        <Checkbox
          key={part}
          label={fields[part]}
          checked={clientEdits.includes(part)}
          onCheckedChange={(isAllowed) => {
            const others = clientEdits.filter((known) => known !== part)
            onChange({ clientEdits: isAllowed ? [...others, part] : others })
          }}
        />
      ))}
    </fieldset>
  )
}

interface OriginsCheck {
  /** True to show the result of the origin validation. */
  checked: boolean
  onCheck: () => void
}

function AllowedOrigins({ checked, onCheck, ...step }: StepProps & OriginsCheck) {
  const verdictId = useId()
  const origins = textControl('allowedOrigins', step)
  const wrong = checked ? wrongOrigins(origins.value) : null
  return (
    <div className={classes.origins}>
      <TextArea
        {...origins}
        rows={4}
        spellCheck={false}
        aria-describedby={verdictId}
        aria-invalid={wrong !== null && wrong.length > 0}
      />
      <div className={classes.row}>
        <Button size="small" onClick={onCheck}>
          {texts.validate}
        </Button>
        <div id={verdictId}>
          <StatusLine tone={wrong?.length === 0 ? 'success' : 'error'}>
            {wrong !== null &&
              (wrong.length === 0 ? texts.originsValid : texts.originsInvalid(wrong.join(', ')))}
          </StatusLine>
        </div>
      </div>
    </div>
  )
}
