import type { AdminClient } from '@org/api-client'
import { Button, StatusLine, TextArea, TextField } from '@org/ui-kit'
import { useState } from 'react'
import { wrongOrigins } from './allowed-origins.ts'
import classes from './configurators.module.css'
import { configuratorsTexts as texts } from './configurators.texts.ts'
import { SelectField } from './select-field.tsx'
import type { StepProps } from './step-props.ts'

const { fields, descriptions, values: words } = texts

/** Step 1: what a widget is called, whose it is, and where it may stand. */
export function BasicsStep({ values, onChange, clients }: StepProps & { clients: readonly AdminClient[] }) {
  const owners = clients.map(({ id, email }) => ({ value: id, label: email }))
  // Until the list is there, and where it cannot be had, an owner is still not lost.
  const isListed = values.clientOwner === '' || clients.some(({ id }) => id === values.clientOwner)
  if (!isListed) owners.push({ value: values.clientOwner, label: values.clientOwner })
  return (
    <>
      <div className={classes.pair}>
        <TextField
          label={fields.name}
          value={values.name}
          maxLength={200}
          onValueChange={(name) => onChange({ name })}
        />
        <SelectField
          label={fields.clientOwner}
          value={values.clientOwner}
          options={[{ value: '', label: words.noOwner }, ...owners]}
          onValueChange={(clientOwner) => onChange({ clientOwner })}
        />
        <SelectField
          label={fields.active}
          value={values.active ? 'active' : 'inactive'}
          options={[
            { value: 'active', label: words.active },
            { value: 'inactive', label: words.inactive },
          ]}
          onValueChange={(status) => onChange({ active: status === 'active' })}
        />
        <SelectField
          label={fields.allowConversations}
          value={values.allowConversations}
          options={[
            { value: 'multi', label: words.multi },
            { value: 'single', label: words.single },
          ]}
          onValueChange={(allowConversations) => onChange({ allowConversations })}
        />
        <TextField
          label={fields.widgetTitle}
          description={descriptions.widgetTitle}
          placeholder={values.name}
          value={values.widgetTitle}
          maxLength={200}
          onValueChange={(widgetTitle) => onChange({ widgetTitle })}
        />
        <TextField
          label={fields.affiliateCode}
          description={descriptions.affiliateCode}
          value={values.affiliateCode}
          maxLength={200}
          autoComplete="off"
          onValueChange={(affiliateCode) => onChange({ affiliateCode })}
        />
      </div>
      <AllowedOrigins values={values} onChange={onChange} />
    </>
  )
}

function AllowedOrigins({ values, onChange }: StepProps) {
  const [wrong, setWrong] = useState<readonly string[] | null>(null)
  return (
    <div className={classes.origins}>
      <TextArea
        label={fields.allowedOrigins}
        description={descriptions.allowedOrigins}
        rows={4}
        spellCheck={false}
        value={values.allowedOrigins}
        onValueChange={(allowedOrigins) => {
          setWrong(null)
          onChange({ allowedOrigins })
        }}
      />
      <div className={classes.row}>
        <Button size="small" onClick={() => setWrong(wrongOrigins(values.allowedOrigins))}>
          {texts.validate}
        </Button>
        <StatusLine tone={wrong?.length === 0 ? 'success' : 'error'}>
          {wrong !== null && (wrong.length === 0 ? texts.originsValid : texts.originsInvalid(wrong))}
        </StatusLine>
      </div>
    </div>
  )
}
