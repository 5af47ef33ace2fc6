import type { AdminClient } from '@org/api-client'
import { Select, TextArea, TextField } from '@org/ui-kit'
import list from '../operators/entry-list.module.css'
import { languageName, safetyLanguages } from '../operators/names.ts'
import { OwnerSelect } from '../operators/synonyms/synonym-dialog.tsx'
import type { FormDraft } from './article-editor.tsx'
import { contentStatuses } from './content-statuses.ts'
import css from './knowledge.module.css'
import { knowledgeTexts } from './knowledge.texts.ts'

const texts = knowledgeTexts.article
const auto = 'auto'
/** Characters of a title. */
export const longestTitle = 300

/** The choice of a status. */
export function StatusSelect({
  hint,
  value,
  onValueChange,
}: {
  hint: string
  value: FormDraft['status']
  onValueChange: (status: FormDraft['status']) => void
}) {
  return (
    <Select
      label={texts.status}
      description={hint}
      options={contentStatuses.map((status) => ({ value: status, label: knowledgeTexts.statuses[status] }))}
      value={value}
      onValueChange={onValueChange}
    />
  )
}

/** The choice of a language: found from the text, or one of a few. */
function LanguageSelect({
  value,
  onValueChange,
}: {
  value: string | null
  onValueChange: (language: string | null) => void
}) {
  const languages = [...new Set<string>([...safetyLanguages, ...(value === null ? [] : [value])])]
  return (
    <Select
      label={texts.language}
      options={[
        { value: auto, label: texts.languageAuto },
        ...languages.map((code) => ({ value: code, label: languageName(code) })),
      ]}
      value={value ?? auto}
      onValueChange={(chosen) => {
        onValueChange(chosen === auto ? null : chosen)
      }}
    />
  )
}

interface LanguageAndOwnerProps {
  draft: Pick<FormDraft, 'language' | 'clientId'>
  change: (change: Partial<Pick<FormDraft, 'language' | 'clientId'>>) => void
  /** The owner of stored content never changes. */
  isNew: boolean
  /** Undefined for a client, who writes its own content alone. */
  clients: readonly AdminClient[] | undefined
}

/** The language of content, and the client to which it belongs. */
export function LanguageAndOwner({ draft, change, isNew, clients }: LanguageAndOwnerProps) {
  return (
    <div className={list.pair}>
      <LanguageSelect
        value={draft.language}
        onValueChange={(language) => {
          change({ language })
        }}
      />
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
    </div>
  )
}

interface FieldsProps extends LanguageAndOwnerProps {
  draft: FormDraft
  change: (change: Partial<FormDraft>) => void
}

/** The fields of an article. */
export function ArticleFields(props: FieldsProps) {
  const { draft, change } = props
  return (
    <>
      <TextField
        label={texts.title}
        required
        maxLength={longestTitle}
        dir="auto"
        data-autofocus
        value={draft.title}
        onValueChange={(title) => {
          change({ title })
        }}
      />
      <div className={list.pair}>
        <TextField
          label={texts.author}
          description={texts.authorHint}
          required
          maxLength={200}
          dir="auto"
          value={draft.author}
          onValueChange={(author) => {
            change({ author })
          }}
        />
        <TextField
          label={texts.topic}
          maxLength={200}
          dir="auto"
          value={draft.topic}
          onValueChange={(topic) => {
            change({ topic })
          }}
        />
      </div>
      <TextField
        label={texts.url}
        description={texts.urlHint}
        type="url"
        dir="ltr"
        maxLength={2000}
        value={draft.url}
        onValueChange={(url) => {
          change({ url: url.trim() })
        }}
      />
      <TextArea
        label={texts.body}
        description={texts.bodyHint}
        rows={18}
        dir="auto"
        className={css.markdown}
        value={draft.body}
        onValueChange={(body) => {
          change({ body })
        }}
      />
      <PublishingFields {...props} />
    </>
  )
}

function PublishingFields({ draft, change, isNew, clients }: FieldsProps) {
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
        <TextField
          label={texts.reviewBy}
          type="date"
          value={draft.reviewBy ?? ''}
          onValueChange={(day) => {
            change({ reviewBy: day === '' ? null : day })
          }}
        />
      </div>
      <LanguageAndOwner {...{ draft, change, isNew, clients }} />
    </>
  )
}
