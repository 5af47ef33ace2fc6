import type { AdminClient } from '@org/api-client'
import { TextArea, TextField } from '@org/ui-kit'
import { StatusSelect } from '../knowledge/article-fields.tsx'
import css from '../knowledge/knowledge.module.css'
import list from '../operators/entry-list.module.css'
import { LanguageSelect } from '../operators/language-select.tsx'
import { OwnerSelect } from '../operators/synonyms/synonym-dialog.tsx'
import type { AnswerFormDraft } from './answer-draft.ts'
import { answerTexts } from './answers.texts.ts'

const texts = answerTexts.fields

interface AnswerFieldsProps {
  draft: AnswerFormDraft
  change: (change: Partial<AnswerFormDraft>) => void
  /** The owner of a stored answer never changes. */
  isNew: boolean
  /** Undefined for a client, who writes its own answers alone. */
  clients: readonly AdminClient[] | undefined
}

/** The fields of an approved answer besides its sources. */
export function AnswerFields(props: AnswerFieldsProps) {
  const { draft, change } = props
  return (
    <>
      <TextField
        label={texts.question}
        required
        maxLength={300}
        dir="auto"
        data-autofocus
        value={draft.question}
        onValueChange={(question) => {
          change({ question })
        }}
      />
      <TextArea
        label={texts.variants}
        description={texts.variantsHint}
        rows={4}
        dir="auto"
        value={draft.variants}
        onValueChange={(variants) => {
          change({ variants })
        }}
      />
      <TextArea
        label={texts.answer}
        description={texts.answerHint}
        required
        rows={10}
        dir="auto"
        className={css.markdown}
        value={draft.answer}
        onValueChange={(answer) => {
          change({ answer })
        }}
      />
      <ReviewFields {...props} />
      <PublishingFields {...props} />
    </>
  )
}

function ReviewFields({ draft, change }: AnswerFieldsProps) {
  return (
    <>
      <TextField
        label={texts.reviewer}
        description={texts.reviewerHint}
        required
        maxLength={120}
        dir="auto"
        value={draft.reviewer}
        onValueChange={(reviewer) => {
          change({ reviewer })
        }}
      />
      <div className={list.pair}>
        <TextField
          label={texts.reviewedAt}
          type="date"
          required
          value={draft.reviewedAt}
          onValueChange={(reviewedAt) => {
            change({ reviewedAt })
          }}
        />
        <TextField
          label={texts.expiresAt}
          description={texts.expiresAtHint}
          type="date"
          value={draft.expiresAt ?? ''}
          onValueChange={(day) => {
            change({ expiresAt: day === '' ? null : day })
          }}
        />
      </div>
    </>
  )
}

function PublishingFields({ draft, change, isNew, clients }: AnswerFieldsProps) {
  return (
    <>
      <div className={list.pair}>
        <StatusSelect
          hint={texts.statusHint}
          value={draft.status}
          onValueChange={(status) => {
            change({ status })
          }}
        />
        <LanguageSelect
          label={texts.language}
          description={texts.languageHint}
          value={draft.language}
          onValueChange={(language) => {
            change({ language })
          }}
        />
      </div>
      {clients !== undefined && (
        <OwnerSelect
          clients={clients}
          disabled={!isNew}
          value={draft.clientId}
          onValueChange={(clientId) => {
            change({ clientId })
          }}
        />
      )}
    </>
  )
}
