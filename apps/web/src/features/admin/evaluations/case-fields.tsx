import type { DangerCategory } from '@org/api-client'
import { Checkbox, Select, TextArea, TextField } from '@org/ui-kit'
import list from '../operators/entry-list.module.css'
import { languageName, safetyLanguages } from '../operators/names.ts'
import { operatorTexts } from '../operators/operators.texts.ts'
import type { CaseFormDraft } from './case-draft.ts'
import { evaluationTexts } from './evaluations.texts.ts'

const texts = evaluationTexts.cases
const unchecked = 'unchecked'

const outcomes = ['answered', 'partial', 'uncovered', 'refused', 'safety', 'approved'] as const
const severities = ['caution', 'urgent', 'emergency'] as const
const categories: readonly DangerCategory[] = [
  ...(['self_harm', 'medical_emergency', 'overdose', 'anaphylaxis', 'infant'] as const),
  ...(['eating_disorder', 'violence', 'pregnancy', 'drug_interaction', 'minor_dose'] as const),
]

interface FieldsProps {
  draft: CaseFormDraft
  change: (change: Partial<CaseFormDraft>) => void
}

/** The question of a case and the expected properties of its answer. */
export function CaseFields(props: FieldsProps) {
  const { draft, change } = props
  return (
    <>
      <TextArea
        label={texts.question}
        required
        rows={2}
        maxLength={4000}
        dir="auto"
        data-autofocus
        value={draft.question}
        onValueChange={(question) => {
          change({ question })
        }}
      />
      <TextArea
        label={texts.earlier}
        description={texts.earlierHint}
        rows={2}
        dir="auto"
        value={draft.earlier}
        onValueChange={(earlier) => {
          change({ earlier })
        }}
      />
      <div className={list.pair}>
        <Select<string>
          label={texts.language}
          options={safetyLanguages.map((code) => ({ value: code, label: languageName(code) }))}
          value={draft.language}
          onValueChange={(language) => {
            change({ language })
          }}
        />
        <Choice
          label={texts.outcome}
          values={outcomes}
          labelOf={(outcome) => evaluationTexts.outcomes[outcome]}
          value={draft.outcome}
          onChoose={(outcome) => {
            change({ outcome })
          }}
        />
      </div>
      <SafetyFields {...props} />
      <PhraseFields {...props} />
    </>
  )
}

function SafetyFields({ draft, change }: FieldsProps) {
  return (
    <div className={list.pair}>
      <Choice
        label={texts.safety}
        values={['none', ...categories] as const}
        labelOf={(safety) => (safety === 'none' ? texts.noNotice : operatorTexts.categories[safety])}
        value={draft.safety}
        onChoose={(safety) => {
          change({ safety })
        }}
      />
      <Choice
        label={texts.severity}
        values={severities}
        labelOf={(severity) => operatorTexts.severities[severity]}
        value={draft.severity}
        onChoose={(severity) => {
          change({ severity })
        }}
      />
    </div>
  )
}

function PhraseFields({ draft, change }: FieldsProps) {
  return (
    <>
      <div className={list.pair}>
        {(['mustContain', 'mustNotContain', 'mustCite'] as const).map((name) => (
          <TextArea
            key={name}
            label={texts[name]}
            description={texts.phrasesHint}
            rows={2}
            dir="auto"
            value={draft[name]}
            onValueChange={(lines) => {
              change({ [name]: lines })
            }}
          />
        ))}
      </div>
      <div className={list.pair}>
        <Choice
          label={texts.answerLanguage}
          values={safetyLanguages}
          labelOf={languageName}
          value={safetyLanguages.find((code) => code === draft.answerLanguage) ?? null}
          onChoose={(answerLanguage) => {
            change({ answerLanguage })
          }}
        />
        <TextField
          label={texts.maxGrade}
          type="number"
          inputMode="decimal"
          min={1}
          max={20}
          step={0.5}
          value={draft.maxGrade}
          onValueChange={(maxGrade) => {
            change({ maxGrade })
          }}
        />
      </div>
    </>
  )
}

/** Part of a case in runs and in publishing. */
export function CaseSwitches({ draft, change }: FieldsProps) {
  return (
    <>
      <Checkbox
        label={texts.isRequired}
        checked={draft.required}
        onCheckedChange={(required) => {
          change({ required })
        }}
      />
      <Checkbox
        label={texts.isEnabled}
        checked={draft.enabled}
        onCheckedChange={(enabled) => {
          change({ enabled })
        }}
      />
    </>
  )
}

function Choice<Value extends string>({
  label,
  values,
  labelOf,
  value,
  onChoose,
}: {
  label: string
  values: readonly Value[]
  labelOf: (value: Value) => string
  /** Null: not checked. */
  value: Value | null
  onChoose: (value: Value | null) => void
}) {
  return (
    <Select<string>
      label={label}
      options={[
        { value: unchecked, label: texts.anyOutcome },
        ...values.map((one) => ({ value: one, label: labelOf(one) })),
      ]}
      value={value ?? unchecked}
      onValueChange={(chosen) => {
        onChoose(values.find((one) => one === chosen) ?? null)
      }}
    />
  )
}
