import { createAdminCalls } from '@org/api-client'
import { Button, TextField } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { clientsQuery } from '../../../shared/clients.queries.ts'
import { useCalls } from '../../../shared/services.ts'
import { adminTexts } from '../admin.texts.ts'
import list from '../operators/entry-list.module.css'
import { OptionalSelect } from '../optional-select.tsx'
import { SearchFilter } from '../search-filter.tsx'
import { auditKinds, type AuditForm } from './use-audit-filters.ts'

const texts = adminTexts.auditPage

/** Filters of the audit log: kind, person, client and days. */
export function AuditFilterForm({
  filters,
  change,
}: {
  filters: AuditForm
  change: (filters: AuditForm) => void
}) {
  const { data: clients = [] } = useQuery(clientsQuery(useCalls(createAdminCalls)))
  const names = new Map(clients.map(({ id, email }) => [id, email]))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <search aria-label={texts.filters} className={list.form}>
      <div className={list.pair}>
        <OptionalSelect
          label={texts.filter}
          noneLabel={texts.all}
          values={auditKinds}
          labelOf={(kind) => texts.kinds[kind]}
          value={filters.kind}
          onChoose={(kind) => {
            change({ ...filters, kind })
          }}
        />
        <OptionalSelect
          label={texts.organisation}
          noneLabel={texts.allOrganisations}
          values={[...names.keys()]}
          labelOf={(id) => names.get(id) ?? id}
          value={filters.organisationId}
          onChoose={(organisationId) => {
            change({ ...filters, organisationId })
          }}
        />
      </div>
      <SearchFilter
        label={texts.actor}
        value={filters.actor}
        onChange={(actor) => {
          change({ ...filters, actor })
        }}
      />
      <div className={list.pair}>
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            label={texts[end]}
            type="date"
            value={filters[end] ?? ''}
            onValueChange={(day) => {
              change({ ...filters, [end]: day === '' ? undefined : day })
            }}
          />
        ))}
      </div>
      {isFiltered && (
        <div>
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
