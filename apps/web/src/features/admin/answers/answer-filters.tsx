import { Button, Select, TextField } from '@org/ui-kit'
import css from '../knowledge/knowledge.module.css'
import { knowledgeTexts } from '../knowledge/knowledge.texts.ts'
import { OwnerFilter } from '../knowledge/list-filters.tsx'
import list from '../operators/entry-list.module.css'
import { languageName, safetyLanguages } from '../operators/names.ts'
import type { AnswerFilters } from './answers.queries.ts'
import { answerTexts } from './answers.texts.ts'
import { dueStates, statuses } from './use-answer-filters.ts'

const texts = knowledgeTexts.filters
const everything = 'all'

interface FilterFormProps {
  filters: AnswerFilters
  isAdmin: boolean
  /** Called with the changed filters; undefined ones are left out. */
  change: (filters: AnswerFilters) => void
}

/** The filters of the list of approved answers. */
export function AnswerFilterForm({ filters, isAdmin, change }: FilterFormProps) {
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <search aria-label={texts.label} className={css.filters}>
      <TextField
        label={texts.search}
        type="search"
        dir="auto"
        value={filters.q ?? ''}
        onValueChange={(q) => {
          change({ ...filters, q: q === '' ? undefined : q })
        }}
      />
      <div className={list.pair}>
        <Choice
          label={texts.status}
          values={statuses}
          labelOf={(status) => knowledgeTexts.statuses[status]}
          value={filters.status}
          onChoose={(status) => {
            change({ ...filters, status })
          }}
        />
        <Choice
          label={texts.language}
          values={safetyLanguages}
          labelOf={languageName}
          value={filters.language}
          onChoose={(language) => {
            change({ ...filters, language })
          }}
        />
        <Choice
          label={answerTexts.filters.due}
          values={dueStates}
          labelOf={(due) => answerTexts.filters[due]}
          value={filters.due}
          onChoose={(due) => {
            change({ ...filters, due })
          }}
        />
        {isAdmin && (
          <OwnerFilter
            value={filters.clientId}
            onValueChange={(clientId) => {
              change({ ...filters, clientId })
            }}
          />
        )}
      </div>
      {isFiltered && (
        <div className={css.spread}>
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              change({})
            }}
          >
            {texts.clear}
          </Button>
        </div>
      )}
    </search>
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
  /** Undefined: all. */
  value: Value | undefined
  onChoose: (value: Value | undefined) => void
}) {
  return (
    <Select<string>
      label={label}
      options={[
        { value: everything, label: texts.all },
        ...values.map((one) => ({ value: one, label: labelOf(one) })),
      ]}
      value={value ?? everything}
      onValueChange={(chosen) => {
        onChoose(values.find((one) => one === chosen))
      }}
    />
  )
}
