import { type BudgetScope, createAdminCalls, createOperationCalls, createStatsCalls } from '@org/api-client'
import { Button, Checkbox, Select, StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clientsQuery } from '../../../shared/clients.queries.ts'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import { parseNumber } from './format-amounts.ts'
import { budgetsQuery, operationsKey } from './operations.queries.ts'
import { operationTexts } from './operations.texts.ts'

const texts = operationTexts.budgets

const scopes = (['deployment', 'client', 'widget'] as const).map((value) => ({
  value,
  label: texts.scopes[value],
}))

const microsPerUnit = 1_000_000

/** Sets the budget of the deployment, a client or a widget; replaces the one that it has. */
export function BudgetForm({ currency }: { currency: string }) {
  const calls = useCalls(createOperationCalls)
  const queryClient = useQueryClient()
  const [scope, setScope] = useState<BudgetScope>('deployment')
  const [subjectId, setSubjectId] = useState('')
  const [amount, setAmount] = useState('')
  const [percent, setPercent] = useState('80')
  const [hardStop, setHardStop] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const subjects = useSubjects(scope)
  const units = parseNumber(amount) ?? 0
  const share = parseNumber(percent) ?? 0
  const isShare = Number.isInteger(share) && share >= 1 && share <= 100
  const isValid = units > 0 && isShare && (scope === 'deployment' || subjectId !== '')
  const save = useMutation({
    mutationFn: () =>
      calls.saveBudget({
        scope,
        subjectId: scope === 'deployment' ? null : subjectId,
        amountMicros: Math.round(units * microsPerUnit),
        alertPercent: share,
        hardStop,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: budgetsQuery(calls).queryKey }),
  })
  return (
    <form
      className={classes.stack}
      aria-label={texts.set}
      onSubmit={(event) => {
        event.preventDefault()
        setIsChecked(true)
        if (isValid) save.mutate()
      }}
    >
      <div className={classes.numbers}>
        <Select
          label={texts.scope}
          value={scope}
          options={scopes}
          onValueChange={(chosen) => {
            setScope(chosen)
            setSubjectId('')
          }}
        />
        {scope !== 'deployment' && (
          <Select
            label={texts.subject}
            value={subjectId}
            options={[{ value: '', label: texts.choose }, ...subjects]}
            onValueChange={setSubjectId}
          />
        )}
        <TextField
          label={texts.amount(currency)}
          inputMode="decimal"
          value={amount}
          error={isChecked && units <= 0 ? texts.amountFlaw : undefined}
          onValueChange={setAmount}
        />
        <TextField
          label={texts.percent}
          inputMode="numeric"
          value={percent}
          error={isChecked && !isShare ? texts.percentFlaw : undefined}
          onValueChange={setPercent}
        />
      </div>
      <Checkbox
        label={texts.hardStop}
        checked={hardStop}
        onChange={({ target }) => {
          setHardStop(target.checked)
        }}
      />
      <div className={classes.row}>
        <Button type="submit" busy={save.isPending}>
          {texts.set}
        </Button>
        <StatusLine tone={save.isError ? 'error' : 'success'}>
          {save.isError ? describeFailure(save.error) : save.isSuccess && operationTexts.saved}
        </StatusLine>
      </div>
    </form>
  )
}

/** Clients or widgets to choose from. */
function useSubjects(scope: BudgetScope): { value: string; label: string }[] {
  const calls = useCalls(createAdminCalls)
  const { clientWidgets } = useCalls(createStatsCalls)
  const { data: clients = [] } = useQuery({ ...clientsQuery(calls), enabled: scope === 'client' })
  const { data: widgets = [] } = useQuery({
    queryKey: [...operationsKey, 'widgets'],
    queryFn: ({ signal }) => clientWidgets({ signal }),
    enabled: scope === 'widget',
  })
  return scope === 'client'
    ? clients.map(({ id, email }) => ({ value: id, label: email }))
    : widgets.map(({ id, name }) => ({ value: id, label: name }))
}
