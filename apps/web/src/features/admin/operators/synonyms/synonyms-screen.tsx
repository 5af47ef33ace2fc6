import { createAdminCalls } from '@org/api-client'
import type { AdminClient, BrandSynonym } from '@org/api-client'
import { Button, EmptyState, Skeleton, StatusLine, TextField } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../../shared/services.ts'
import classes from '../../admin.module.css'
import list from '../entry-list.module.css'
import { adminTexts } from '../../admin.texts.ts'
import { EntryList } from '../entry-list.tsx'
import { LoadFailure } from '../../load-failure.tsx'
import { languageName } from '../names.ts'
import { operatorTexts } from '../operators.texts.ts'
import { clientsQuery } from '../../../../shared/clients.queries.ts'
import { synonymsQuery } from '../operators.queries.ts'
import { SynonymDialog } from './synonym-dialog.tsx'
import { ImportSynonyms } from './synonym-import.tsx'
import { synonymsCsv } from './synonyms-csv.ts'
import { useEntryEditor } from '../use-entry-editor.ts'

const texts = operatorTexts.synonym

/** /admin/synonyms: interchangeable words of brands. */
export function SynonymsScreen() {
  const calls = useCalls(createAdminCalls)
  const synonyms = useQuery(synonymsQuery(calls))
  const { data: clients = [] } = useQuery(clientsQuery(calls))
  if (synonyms.isPending) return <Skeleton lines={8} label={adminTexts.loading} />
  if (synonyms.isError) return <LoadFailure query={synonyms} />
  return <Synonyms synonyms={synonyms.data} clients={clients} />
}

function Synonyms({
  synonyms,
  clients,
}: {
  synonyms: readonly BrandSynonym[]
  clients: readonly AdminClient[]
}) {
  const calls = useCalls(createAdminCalls)
  const { edited, savedText, open, close, onSaved } = useEntryEditor<BrandSynonym>()
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const shown = synonyms.filter(({ term, synonyms: others }) =>
    [term, ...others].some((text) => text.toLowerCase().includes(wanted)),
  )
  const ownerName = (id: string) => clients.find((client) => client.id === id)?.email ?? id
  return (
    <div className={`${classes.sections} ${classes.stack}`}>
      <div className={classes.row}>
        <Button
          variant="primary"
          onClick={() => {
            open()
          }}
        >
          {texts.add}
        </Button>
        <ImportSynonyms clients={clients} />
        <Button
          disabled={synonyms.length === 0}
          onClick={() => {
            download(synonymsCsv(synonyms.filter(({ retired }) => !retired)))
          }}
        >
          {texts.export}
        </Button>
      </div>
      {synonyms.length > 8 && (
        <TextField label={texts.filter} type="search" dir="auto" value={filter} onValueChange={setFilter} />
      )}
      <StatusLine tone="success">{savedText}</StatusLine>
      {shown.length === 0 && wanted !== '' ? (
        <EmptyState title={texts.noMatches(filter.trim())} />
      ) : (
        <EntryList
          entries={shown}
          nameOf={({ term }) => term}
          render={({ synonyms: others, language, clientId }) => (
            <>
              <p>
                <span aria-hidden="true">↔ </span>
                <bdi>{others.join(', ')}</bdi>
              </p>
              <p className={list.tags}>
                <span className={list.tag}>
                  {language === null ? operatorTexts.entry.allLanguages : languageName(language)}
                </span>
                <span className={list.tag}>
                  {texts.owner}: <bdi>{clientId === null ? texts.everybody : ownerName(clientId)}</bdi>
                </span>
              </p>
            </>
          )}
          setRetired={({ updatedAt: _at, updatedBy: _by, ...synonym }, retired) =>
            calls.saveBrandSynonym({ ...synonym, retired })
          }
          onEdit={open}
          queryKey={['admin', 'synonyms']}
          empty={{ title: texts.empty, text: texts.emptyText }}
        />
      )}
      {edited !== undefined && (
        <SynonymDialog
          entry={edited.entry}
          clients={clients}
          onSaved={({ term }) => {
            onSaved(term)
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

function download(csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'synonyms.csv'
  link.click()
  URL.revokeObjectURL(address)
}
