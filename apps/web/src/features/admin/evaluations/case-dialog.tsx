import { createEvaluationCalls } from '@org/api-client'
import type { EvaluationCase } from '@org/api-client'
import { Alert, StatusLine } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { describeFailure } from '../describe-failure.ts'
import { readAfterConflict } from '../read-after-conflict.ts'
import { FormDialog } from '../../../shared/forms/form-dialog.tsx'
import { type CaseFormDraft, emptyCase, fromCaseForm, toCaseForm } from './case-draft.ts'
import { CaseFields, CaseSwitches } from './case-fields.tsx'
import { readEvaluationsAgain } from './evaluations.queries.ts'
import { evaluationTexts } from './evaluations.texts.ts'

const texts = evaluationTexts.cases

interface CaseDialogProps {
  /** Undefined for a new case. */
  stored: EvaluationCase | undefined
  onClose: () => void
  onSaved: () => void
}

/** The dialog in which a case is added or changed. */
export function CaseDialog({ stored, onClose, onSaved }: CaseDialogProps) {
  const calls = useCalls(createEvaluationCalls)
  const queryClient = useQueryClient()
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState<CaseFormDraft>(() =>
    stored === undefined ? emptyCase : toCaseForm(stored),
  )
  const [isStale, setIsStale] = useState(false)
  const save = useMutation({
    mutationFn: () => {
      const sent = fromCaseForm(draft)
      return base === undefined
        ? calls.createEvaluationCase(sent)
        : calls.updateEvaluationCase(base.id, { ...sent, version: base.version })
    },
    onSuccess: async () => {
      await readEvaluationsAgain(queryClient)
      onSaved()
    },
    onError: async (error) => {
      if (base === undefined) return
      const current = await readAfterConflict(error, () => calls.evaluationCase(base.id))
      if (current === undefined) return
      setBase(current)
      setDraft(toCaseForm(current))
      setIsStale(true)
    },
  })
  const change = (changes: Partial<CaseFormDraft>) => {
    setDraft((current) => ({ ...current, ...changes }))
  }
  const isFixed = base?.source === 'safety'
  return (
    <FormDialog
      title={base === undefined ? texts.newTitle : texts.editTitle}
      size="large"
      isSaving={save.isPending}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      {isStale && <Alert tone="warning">{texts.conflict}</Alert>}
      {isFixed ? (
        <>
          <Alert tone="info">{texts.safetyFixed}</Alert>
          <p dir="auto">{draft.question}</p>
        </>
      ) : (
        <CaseFields draft={draft} change={change} />
      )}
      <CaseSwitches draft={draft} change={change} />
      <StatusLine tone="error">{save.isError && !isStale && describeFailure(save.error)}</StatusLine>
    </FormDialog>
  )
}
