import { Checkbox, TextField } from '@org/ui-kit'
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
  onChange,
}: {
  label: string
  options: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const [query, setQuery] = useState('')
  // Stored values that are no longer offered stay listed, so that they can be removed.
  const all = [...new Set([...options, ...chosen])]
  const wanted = query.trim().toLocaleLowerCase()
  const shown = all.filter((name) => name.toLocaleLowerCase().includes(wanted))
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
      {shown.length === 0 ? (
        <p className={classes.muted}>{all.length === 0 ? texts.empty : texts.noMatches}</p>
      ) : (
        <ul className={list.options}>
          {shown.map((name) => (
            <li key={name}>
              <Checkbox
                label={name.length > shownOfLabel ? `${name.slice(0, shownOfLabel)}…` : name}
                title={name}
                checked={chosen.includes(name)}
                onCheckedChange={(checked) => {
                  onChange(checked ? [...chosen, name] : chosen.filter((other) => other !== name))
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
