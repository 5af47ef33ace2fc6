import { createAdminCalls } from '@org/api-client'
import { Button, Checkbox } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import list from '../operators/entry-list.module.css'
import { languageName, safetyLanguages } from '../operators/names.ts'
import { clientsQuery } from '../../../shared/clients.queries.ts'
import { OptionalSelect } from '../optional-select.tsx'
import { SearchFilter } from '../search-filter.tsx'
import { contentStatuses } from './content-statuses.ts'
import type { ContentKind, ListFilters } from './content.queries.ts'
import css from './knowledge.module.css'
import { knowledgeTexts } from './knowledge.texts.ts'

const texts = knowledgeTexts.filters

/** The filters of a list of content. */
export function ListFilterForm({
  kind,
  filters,
  isAdmin,
  change,
}: {
  kind: ContentKind
  filters: ListFilters
  isAdmin: boolean
  /** Called with the changed filters; undefined ones are left out. */
  change: (filters: ListFilters) => void
}) {
  const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== false)
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
          label={texts.status}
          noneLabel={texts.all}
          values={contentStatuses}
          labelOf={(status) => knowledgeTexts.statuses[status]}
          value={filters.status}
          onChoose={(status) => {
            change({ ...filters, status })
          }}
        />
        <OptionalSelect<string>
          label={texts.language}
          noneLabel={texts.all}
          values={safetyLanguages}
          labelOf={languageName}
          value={filters.language}
          onChoose={(language) => {
            change({ ...filters, language })
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
      <div className={css.spread}>
        {kind === 'articles' ? (
          <Checkbox
            label={texts.due}
            checked={filters.due}
            onCheckedChange={(due) => {
              change({ ...filters, due })
            }}
          />
        ) : (
          <span />
        )}
        {isFiltered && (
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              change({ due: false })
            }}
          >
            {texts.clear}
          </Button>
        )}
      </div>
    </search>
  )
}

/** The choice of an owner; undefined: all. */
export function OwnerFilter({
  value,
  onValueChange,
}: {
  value: string | undefined
  onValueChange: (owner: string | undefined) => void
}) {
  const { data: clients = [] } = useQuery(clientsQuery(useCalls(createAdminCalls)))
  return (
    <OptionalSelect
      label={texts.owner}
      noneLabel={texts.all}
      values={['shared', ...clients.map(({ id }) => id)]}
      labelOf={(owner) => clients.find(({ id }) => id === owner)?.email ?? texts.everybody}
      value={value}
      onChoose={onValueChange}
    />
  )
}
