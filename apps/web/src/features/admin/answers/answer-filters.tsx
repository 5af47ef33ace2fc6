import { Button } from '@org/ui-kit'
import { contentStatuses } from '../knowledge/content-statuses.ts'
import css from '../knowledge/knowledge.module.css'
import { knowledgeTexts } from '../knowledge/knowledge.texts.ts'
import { OwnerFilter } from '../knowledge/list-filters.tsx'
import list from '../operators/entry-list.module.css'
import { languageName, safetyLanguages } from '../operators/names.ts'
import { OptionalSelect } from '../optional-select.tsx'
import { SearchFilter } from '../search-filter.tsx'
import type { AnswerFilters } from './answers.queries.ts'
import { answerTexts } from './answers.texts.ts'
import { dueStates } from './use-answer-filters.ts'

const texts = knowledgeTexts.filters

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
      <SearchFilter
        label={texts.search}
        value={filters.q}
        onChange={(q) => {
          change({ ...filters, q })
        }}
      />
      <div className={list.pair}>
        <OptionalSelect
          noneLabel={texts.all}
          label={texts.status}
          values={contentStatuses}
          labelOf={(status) => knowledgeTexts.statuses[status]}
          value={filters.status}
          onChoose={(status) => {
            change({ ...filters, status })
          }}
        />
        <OptionalSelect
          noneLabel={texts.all}
          label={texts.language}
          values={safetyLanguages}
          labelOf={languageName}
          value={filters.language}
          onChoose={(language) => {
            change({ ...filters, language })
          }}
        />
        <OptionalSelect
          noneLabel={texts.all}
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
