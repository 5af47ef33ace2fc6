import type { OperatorEntry } from '@org/api-client'
import { Button, StatusLine } from '@org/ui-kit'
import type { ReactNode } from 'react'
import { Section } from '../section.tsx'
import { EntryList, type EntryListProps } from './entry-list.tsx'
import { useEntryEditor } from './use-entry-editor.ts'

interface EntrySectionProps<Entry extends OperatorEntry> extends Omit<
  EntryListProps<Entry>,
  'onEdit' | 'empty'
> {
  texts: { title: string; add: string; empty: string; emptyText: string }
  /** The dialog of an entry; without one, of a new entry. */
  renderDialog: (dialog: {
    entry: Entry | undefined
    onSaved: (name: string) => void
    onClose: () => void
  }) => ReactNode
}

/** The entries of a kind in a section of their own, with a button and a dialog to add and change them. */
export function EntrySection<Entry extends OperatorEntry>({
  texts,
  renderDialog,
  ...entries
}: EntrySectionProps<Entry>) {
  const { edited, savedText, open, close, onSaved } = useEntryEditor<Entry>()
  return (
    <Section title={texts.title}>
      <div>
        <Button
          onClick={() => {
            open()
          }}
        >
          {texts.add}
        </Button>
      </div>
      <StatusLine tone="success">{savedText}</StatusLine>
      <EntryList {...entries} onEdit={open} empty={{ title: texts.empty, text: texts.emptyText }} />
      {edited !== undefined && renderDialog({ entry: edited.entry, onSaved, onClose: close })}
    </Section>
  )
}
