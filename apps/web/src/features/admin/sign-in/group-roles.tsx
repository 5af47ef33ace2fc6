import { type GroupRole, memberRoles } from '@org/api-client'
import { Button, Select, TextField } from '@org/ui-kit'
import { useRef } from 'react'
import { memberRoleTexts } from '../../../shared/member-roles.texts.ts'
import classes from '../admin.module.css'
import list from '../operators/entry-list.module.css'
import { signInTexts } from './sign-in.texts.ts'

const texts = signInTexts.provider

/** Groups that a connection may list. */
const mostGroups = 50

/** A list of groups with the roles of their members; the first one that fits decides. */
export function GroupRoles({
  value,
  onChange,
}: {
  value: readonly GroupRole[]
  onChange: (next: GroupRole[]) => void
}) {
  const addRef = useRef<HTMLButtonElement>(null)
  const replace = (at: number, next: Partial<GroupRole>) => {
    onChange(value.map((entry, index) => (index === at ? { ...entry, ...next } : entry)))
  }
  return (
    <fieldset className={list.try}>
      <legend>{texts.groups}</legend>
      <p className={classes.muted}>{texts.groupsText}</p>
      {value.map((entry, at) => (
        // Rows have no other identity than their place in the list, which decides.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={list.pair}>
          <TextField
            label={texts.group}
            dir="auto"
            autoComplete="off"
            maxLength={200}
            value={entry.group}
            onValueChange={(group) => {
              replace(at, { group })
            }}
          />
          <Select
            label={texts.role}
            value={entry.role}
            options={memberRoles.map((role) => ({ value: role, label: memberRoleTexts.names[role] }))}
            onValueChange={(role) => {
              replace(at, { role })
            }}
          />
          <Button
            aria-label={texts.removeGroupOf(entry.group)}
            onClick={() => {
              onChange(value.filter((_, index) => index !== at))
              addRef.current?.focus()
            }}
          >
            {texts.removeGroup}
          </Button>
        </div>
      ))}
      <div>
        <Button
          ref={addRef}
          disabled={value.length >= mostGroups}
          onClick={() => {
            onChange([...value, { group: '', role: 'viewer' }])
          }}
        >
          {texts.addGroup}
        </Button>
      </div>
    </fieldset>
  )
}
