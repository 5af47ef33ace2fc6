import { createOperationCalls, type ReportChoice } from '@org/api-client'
import { Button, Checkbox, Select, Skeleton, StatusLine } from '@org/ui-kit'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OperationCalls } from '@org/api-client'
import { useCalls } from '../../shared/services.ts'
import classes from './accounts.module.css'
import { accountsTexts } from './accounts.texts.ts'

const texts = accountsTexts.account.weekly

const choiceQuery = ({ reportChoice }: OperationCalls) =>
  queryOptions({
    queryKey: ['account', 'weekly-report'],
    queryFn: ({ signal }) => reportChoice({ signal }),
    staleTime: 0,
  })

// Languages are named in themselves.
const languages = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
  { value: 'ar', label: 'العربية' },
] as const

/** Choice of a client about the weekly email: to get it, and in which language. Each change is saved at once. */
export function WeeklyReportChoice() {
  const calls = useCalls(createOperationCalls)
  const queryClient = useQueryClient()
  const choice = useQuery(choiceQuery(calls))
  const save = useMutation({
    mutationFn: (next: ReportChoice) => calls.saveReportChoice(next),
    onSuccess: (saved) => {
      queryClient.setQueryData(choiceQuery(calls).queryKey, saved)
    },
  })
  if (choice.isPending) return <Skeleton lines={2} label={texts.loading} />
  if (choice.data === undefined) {
    return (
      <div className={classes.failed} role="alert">
        <p>{texts.failed}</p>
        <Button busy={choice.isFetching} onClick={() => void choice.refetch()}>
          {texts.retry}
        </Button>
      </div>
    )
  }
  const stored = choice.data
  return (
    <>
      <Checkbox
        label={texts.subscribed}
        checked={save.isPending ? save.variables.subscribed : stored.subscribed}
        onChange={({ target }) => {
          save.mutate({ ...stored, subscribed: target.checked })
        }}
      />
      <Select
        label={texts.language}
        value={stored.language ?? 'seen'}
        options={[{ value: 'seen', label: texts.asDashboard }, ...languages]}
        onValueChange={(chosen) => {
          const language = languages.find(({ value }) => value === chosen)?.value ?? null
          save.mutate({ ...stored, language })
        }}
      />
      <StatusLine tone={save.isError ? 'error' : 'success'}>
        {save.isError ? texts.saveFailed : save.isSuccess && texts.saved}
      </StatusLine>
    </>
  )
}
