import { Checkbox, TextArea, TextField } from '@org/ui-kit'
import { keysOf } from '../../../shared/keys-of.ts'
import list from '../operators/entry-list.module.css'
import { LanguageSelect } from '../operators/language-select.tsx'
import { languageName, safetyLanguages } from '../operators/names.ts'
import { operatorTexts } from '../operators/operators.texts.ts'
import { OptionalSelect } from '../optional-select.tsx'
import { ArticlePicker } from './article-picker.tsx'
import type { CaseFormDraft } from './case-draft.ts'
import { evaluationTexts } from './evaluations.texts.ts'

const texts = evaluationTexts.cases

const outcomes = keysOf(operatorTexts.outcomes)
const severities = keysOf(operatorTexts.severities)
const categories = keysOf(operatorTexts.categories)

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
        <LanguageSelect
          label={texts.language}
          value={draft.language}
          onValueChange={(language) => {
            change({ language })
          }}
        />
        <OptionalSelect
          noneLabel={texts.anyOutcome}
          label={texts.outcome}
          values={outcomes}
          labelOf={(outcome) => operatorTexts.outcomes[outcome]}
          value={draft.outcome}
          onChoose={(outcome) => {
            change({ outcome: outcome ?? null })
          }}
        />
      </div>
      <SafetyFields {...props} />
      <PhraseFields {...props} />
      <ArticlePicker
        articles={draft.mustCite}
        onChange={(mustCite) => {
          change({ mustCite })
        }}
      />
    </>
  )
}

function SafetyFields({ draft, change }: FieldsProps) {
  return (
    <div className={list.pair}>
      <OptionalSelect
        noneLabel={texts.anyOutcome}
        label={texts.safety}
        values={['none', ...categories] as const}
        labelOf={(safety) => (safety === 'none' ? texts.noNotice : operatorTexts.categories[safety])}
        value={draft.safety}
        onChoose={(safety) => {
          change({ safety: safety ?? null })
        }}
      />
      <OptionalSelect
        noneLabel={texts.anyOutcome}
        label={texts.severity}
        values={severities}
        labelOf={(severity) => operatorTexts.severities[severity]}
        value={draft.severity}
        onChoose={(severity) => {
          change({ severity: severity ?? null })
        }}
      />
    </div>
  )
}

function PhraseFields({ draft, change }: FieldsProps) {
  return (
    <>
      <div className={list.pair}>
        {(['mustContain', 'mustNotContain'] as const).map((name) => (
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
        <OptionalSelect
          noneLabel={texts.anyOutcome}
          label={texts.answerLanguage}
          values={safetyLanguages}
          labelOf={languageName}
          value={safetyLanguages.find((code) => code === draft.answerLanguage) ?? null}
          onChoose={(answerLanguage) => {
            change({ answerLanguage: answerLanguage ?? null })
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
