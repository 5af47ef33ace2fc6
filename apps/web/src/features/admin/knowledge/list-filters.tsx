import { createAdminCalls } from '@org/api-client'
import { Button, Checkbox, Select, TextField } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import list from '../operators/entry-list.module.css'
import { languageName, safetyLanguages } from '../operators/names.ts'
import { clientsQuery } from '../operators/operators.queries.ts'
import type { ContentKind, ListFilters } from './content.queries.ts'
import css from './knowledge.module.css'
import { knowledgeTexts } from './knowledge.texts.ts'

const texts = knowledgeTexts.filters
const everything = 'all'
const languages: readonly string[] = safetyLanguages
const statuses = ['draft', 'published', 'retired'] as const

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
        <Select
          label={texts.status}
          options={[
            { value: everything, label: texts.all },
            ...statuses.map((value) => ({ value, label: knowledgeTexts.statuses[value] })),
          ]}
          value={filters.status ?? everything}
          onValueChange={(chosen) => {
            change({ ...filters, status: statuses.find((status) => status === chosen) })
          }}
        />
        <Select
          label={texts.language}
          options={[
            { value: everything, label: texts.all },
            ...languages.map((value) => ({ value, label: languageName(value) })),
          ]}
          value={filters.language ?? everything}
          onValueChange={(chosen) => {
            change({ ...filters, language: chosen === everything ? undefined : chosen })
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
    <Select
      label={texts.owner}
      options={[
        { value: everything, label: texts.all },
        { value: 'shared', label: texts.everybody },
        ...clients.map(({ id, email }) => ({ value: id, label: email })),
      ]}
      value={value ?? everything}
      onValueChange={(chosen) => {
        onValueChange(chosen === everything ? undefined : chosen)
      }}
    />
  )
}
