import { useState } from 'react'
import { operatorTexts } from './operators.texts.ts'

/** The dialog of an entry: which entry it shows, and how it ends. */
export interface EntryEditor<Entry> {
  /** The entry in the dialog, undefined in it for a new one; undefined while the dialog is closed. */
  edited: { entry: Entry | undefined } | undefined
  /** Confirms the last save; empty before one. */
  savedText: string
  /** Opens the dialog; without an entry, for a new one. */
  open: (entry?: Entry) => void
  close: () => void
  /** Closes the dialog after a save. */
  onSaved: (name: string) => void
}

/** State of the dialog of one kind of entries. */
export function useEntryEditor<Entry>(): EntryEditor<Entry> {
  const [edited, setEdited] = useState<{ entry: Entry | undefined }>()
  const [saved, setSaved] = useState('')
  const close = () => {
    setEdited(undefined)
  }
  return {
    edited,
    savedText: saved === '' ? '' : operatorTexts.entry.saved(saved),
    open(entry) {
      setEdited({ entry })
    },
    close,
    onSaved(name) {
      setSaved(name)
      close()
    },
  }
}
