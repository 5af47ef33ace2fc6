import { Checkbox, Skeleton, TextField } from '@org/ui-kit'
import { useState } from 'react'
import classes from './admin.module.css'
import list from './check-list.module.css'
import { adminTexts } from './admin.texts.ts'

const texts = adminTexts.checklist
const shownOfLabel = 160

/** A searchable list of checkboxes. 'Select All' holds for what the search shows. */
export function CheckList({
  label,
  options,
  chosen,
  describe = describeName,
  onChange,
}: {
  label: string
  /** Offered values; undefined while they load. */
  options: readonly string[] | undefined
  chosen: readonly string[]
  /** Label and tooltip of a value. @default the value itself */
  describe?: (value: string) => { label: string; title: string }
  onChange: (chosen: string[]) => void
}) {
  const [query, setQuery] = useState('')
  // Stored values that are no longer offered stay listed, so that they can be removed.
  const all = [...new Set([...(options ?? []), ...chosen])]
  const wanted = query.trim().toLocaleLowerCase()
  const entries = all.map((value) => ({ value, ...describe(value) }))
  const visible = entries.filter(({ label: name, title }) =>
    `${name}\n${title}`.toLocaleLowerCase().includes(wanted),
  )
  const shown = visible.map(({ value }) => value)
  const picked = shown.filter((name) => chosen.includes(name)).length
  return (
    <fieldset className={list.checklist}>
      <legend>
        {label} <span className={classes.muted}>{texts.selected(chosen.length)}</span>
      </legend>
      <TextField
        type="search"
        label={texts.search(label)}
        labelHidden
        placeholder={texts.search(label)}
        value={query}
        onValueChange={setQuery}
      />
      <Checkbox
        label={<strong>{texts.selectAll}</strong>}
        aria-label={texts.selectAllOf(label)}
        disabled={shown.length === 0}
        checked={shown.length > 0 && picked === shown.length}
        ref={(box) => {
          if (box !== null) box.indeterminate = picked > 0 && picked < shown.length
        }}
        onCheckedChange={(checked) => {
          const rest = chosen.filter((name) => !shown.includes(name))
          onChange(checked ? [...rest, ...shown] : rest)
        }}
      />
      {options === undefined ? (
        <Skeleton lines={3} />
      ) : shown.length === 0 ? (
        <p className={classes.muted}>{all.length === 0 ? texts.empty : texts.noMatches}</p>
      ) : (
        <ul className={list.options}>
          {visible.map(({ value, label: name, title }) => (
            <li key={value}>
              <Checkbox
                label={name.length > shownOfLabel ? `${name.slice(0, shownOfLabel)}…` : name}
                title={title}
                checked={chosen.includes(value)}
                onCheckedChange={(checked) => {
                  onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

function describeName(name: string): { label: string; title: string } {
  return { label: name, title: name }
}
