import { kit } from '@org/languages'
import { createAdminCalls, createListCalls } from '@org/api-client'
import type { KnowledgeSearchOptions } from '@org/api-client'
import { Button, EmptyState, MultiSelect, Select, Skeleton, TextField } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../../shared/services.ts'
import classes from '../../admin.module.css'
import list from '../entry-list.module.css'
import { adminTexts } from '../../admin.texts.ts'
import { optionsQuery } from '../../admin.queries.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { languageName, safetyLanguages } from '../names.ts'
import { operatorTexts } from '../operators.texts.ts'
import { clientsQuery } from '../../../../shared/clients.queries.ts'
import { SearchOutcome } from './search-outcome.tsx'

const texts = operatorTexts.test
const unrestricted = 'any'

type Filters = Omit<KnowledgeSearchOptions, 'signal'>

/** /admin/search: what an answer would find for a question, and why. */
export function TestSearch() {
  const admin = useCalls(createAdminCalls)
  const [filters, setFilters] = useState<Filters>({ q: '' })
  const [asked, setAsked] = useState<Filters>()
  const found = useQuery({
    queryKey: ['admin', 'test-search', asked],
    queryFn: ({ signal }) => admin.searchKnowledge({ ...(asked ?? { q: '' }), signal }),
    enabled: asked !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <div className={`${classes.sections} ${classes.stack}`}>
      <form
        className={list.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (filters.q.trim() === '') return
          if (asked === filters) void found.refetch()
          setAsked(filters)
        }}
      >
        <div className={classes.inline}>
          <TextField
            label={texts.question}
            type="search"
            required
            dir="auto"
            maxLength={4000}
            value={filters.q}
            onValueChange={(q) => {
              setFilters({ ...filters, q })
            }}
          />
          <Button type="submit" variant="primary" busy={found.isFetching}>
            {texts.run}
          </Button>
        </div>
        <FilterFields filters={filters} onChange={setFilters} />
      </form>
      {asked === undefined && <EmptyState title={texts.start}>{texts.startText}</EmptyState>}
      {asked !== undefined && found.isPending && <Skeleton lines={8} label={adminTexts.loading} />}
      {found.isError && <LoadFailure query={found} />}
      {found.isSuccess && <SearchOutcome found={found.data} />}
    </div>
  )
}

function FilterFields({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const admin = useCalls(createAdminCalls)
  const { data: options } = useQuery(optionsQuery(admin, useCalls(createListCalls)))
  const { data: clients = [] } = useQuery(clientsQuery(admin))
  return (
    <div className={list.pair}>
      <Select
        label={texts.contentLanguage}
        options={[
          { value: unrestricted, label: operatorTexts.entry.allLanguages },
          ...safetyLanguages.map((value) => ({ value, label: languageName(value) })),
        ]}
        value={filters.language ?? unrestricted}
        onValueChange={(language) => {
          onChange({ ...filters, language: language === unrestricted ? undefined : language })
        }}
      />
      <Select
        label={texts.client}
        options={[
          { value: unrestricted, label: texts.sharedOnly },
          ...clients.map(({ id, email }) => ({ value: id, label: email })),
        ]}
        value={filters.clientId ?? unrestricted}
        onValueChange={(clientId) => {
          onChange({ ...filters, clientId: clientId === unrestricted ? undefined : clientId })
        }}
      />
      <MultiSelect
        label={texts.authors}
        labels={kit.multiSelect}
        options={(options?.authors ?? []).map((value) => ({ value }))}
        value={filters.authors ?? []}
        onValueChange={(authors) => {
          onChange({ ...filters, authors: authors.length === 0 ? undefined : authors })
        }}
      />
    </div>
  )
}
