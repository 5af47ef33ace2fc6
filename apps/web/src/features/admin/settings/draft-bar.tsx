import { Button, StatusLine, TextField } from '@org/ui-kit'
import { useState } from 'react'
import { evaluationTexts } from '../evaluations/evaluations.texts.ts'
import { FormDialog } from '../../../shared/forms/form-dialog.tsx'
import type { DraftSaving } from './use-draft-saving.ts'

const texts = evaluationTexts.drafts

/** Saves the typed settings as a draft; a new draft is named first. */
export function DraftButton({ drafts, disabled }: { drafts: DraftSaving; disabled: boolean }) {
  const [isNaming, setIsNaming] = useState(false)
  const isOpen = drafts.opened !== undefined
  return (
    <>
      <StatusLine tone={drafts.failure === undefined ? 'success' : 'error'}>
        {drafts.failure ?? (!drafts.isUnsaved && drafts.done)}
      </StatusLine>
      <Button
        busy={drafts.isSaving}
        disabled={disabled || (isOpen && !drafts.isUnsaved)}
        onClick={() => {
          if (isOpen) drafts.save()
          else setIsNaming(true)
        }}
      >
        {isOpen ? texts.saveOpen : texts.saveAs}
      </Button>
      {isNaming && (
        <NameDialog
          onClose={() => {
            setIsNaming(false)
          }}
          onName={(name) => {
            setIsNaming(false)
            drafts.save(name)
          }}
        />
      )}
    </>
  )
}

function NameDialog({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const [name, setName] = useState('')
  return (
    <FormDialog
      title={texts.saveAs}
      description={texts.intro}
      size="small"
      onSave={() => {
        onName(name)
      }}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        required
        maxLength={120}
        dir="auto"
        data-autofocus
        value={name}
        onValueChange={setName}
      />
    </FormDialog>
  )
}
