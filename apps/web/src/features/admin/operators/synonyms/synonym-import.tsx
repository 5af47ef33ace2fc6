import { kit } from '@org/languages'
import { createAdminCalls } from '@org/api-client'
import type { AdminClient } from '@org/api-client'
import { Alert, Button, Dialog, StatusLine } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formTexts } from '../../../../shared/forms/forms.texts.ts'
import { useCalls } from '../../../../shared/services.ts'
import classes from '../../admin.module.css'
import list from '../entry-list.module.css'
import { describeFailure } from '../../describe-failure.ts'
import { operatorTexts } from '../operators.texts.ts'
import { OwnerSelect } from './synonym-dialog.tsx'

const texts = operatorTexts.synonym

/** Imports a CSV file of synonyms, with the rows that were refused. */
export function ImportSynonyms({ clients }: { clients: readonly AdminClient[] }) {
  const { importBrandSynonyms } = useCalls(createAdminCalls)
  const client = useQueryClient()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [file, setFile] = useState<File>()
  const [clientId, setClientId] = useState<string | null>(null)
  const importing = useMutation({
    mutationFn: async (chosen: File) => importBrandSynonyms(await chosen.text(), clientId),
    onSuccess: () => client.invalidateQueries({ queryKey: ['admin', 'synonyms'] }),
  })
  const close = () => {
    setIsOpen(false)
    setFile(undefined)
    importing.reset()
  }
  return (
    <>
      <Button
        onClick={() => {
          setIsOpen(true)
        }}
      >
        {texts.import}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={close}
        labels={kit.dialog}
        title={texts.import}
        description={texts.importHint}
        footer={
          <>
            <Button onClick={close}>{formTexts.cancel}</Button>
            <Button
              variant="primary"
              type="submit"
              form={id}
              busy={importing.isPending}
              disabled={file === undefined}
            >
              {texts.import}
            </Button>
          </>
        }
      >
        <form
          id={id}
          className={list.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (file !== undefined) importing.mutate(file)
          }}
        >
          <input
            type="file"
            accept=".csv,text/csv"
            aria-label={texts.import}
            onChange={(event) => {
              setFile(event.target.files?.[0])
            }}
          />
          <OwnerSelect clients={clients} value={clientId} onValueChange={setClientId} />
          <StatusLine tone={importing.isError ? 'error' : 'success'}>
            {importing.isError
              ? describeFailure(importing.error)
              : importing.isSuccess &&
                texts.imported(importing.data.added, importing.data.updated, importing.data.unchanged)}
          </StatusLine>
          {importing.isSuccess && importing.data.failures.length > 0 && (
            <Alert tone="warning" title={texts.failures(importing.data.failures.length)}>
              <ul className={`${list.plain} ${classes.muted}`}>
                {importing.data.failures.map(({ line, reason }) => (
                  <li key={line}>{texts.failure(line, reason)}</li>
                ))}
              </ul>
            </Alert>
          )}
        </form>
      </Dialog>
    </>
  )
}
