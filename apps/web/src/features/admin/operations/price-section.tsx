import { createOperationCalls, type ModelPriceList } from '@org/api-client'
import { Button, Skeleton, StatusLine, TextField } from '@org/ui-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { LoadFailure } from '../load-failure.tsx'
import { ScrollTable } from '../operators/scroll-table.tsx'
import { Section } from '../section.tsx'
import { formatCount, parseNumber } from './format-amounts.ts'
import { operationsKey, pricesQuery } from './operations.queries.ts'
import { operationTexts } from './operations.texts.ts'

const texts = operationTexts.prices

/** Prices of models for a million tokens. */
export function PriceSection() {
  const prices = useQuery(pricesQuery(useCalls(createOperationCalls)))
  return (
    <Section title={texts.title}>
      <p className={classes.muted}>{texts.intro}</p>
      {prices.isPending && <Skeleton lines={4} label={adminTexts.loading} />}
      {prices.isError && <LoadFailure query={prices} />}
      {prices.data !== undefined && <PriceForm key={prices.dataUpdatedAt} stored={prices.data} />}
    </Section>
  )
}

/** One row: prices as they are typed; the built-in model has none to type. */
interface PriceRow {
  model: string
  input: string
  output: string
  source: ModelPriceList['items'][number]['source']
  answers: number
}

function rowsOf({ items }: ModelPriceList): PriceRow[] {
  return items.map(({ model, inputPerMillion, outputPerMillion, source, answers }) => ({
    model,
    // A price of the configuration is no stored one: it would no longer follow the configuration.
    input: source === 'saved' ? String(inputPerMillion ?? '') : '',
    output: source === 'saved' ? String(outputPerMillion ?? '') : '',
    source,
    answers,
  }))
}

const isEmpty = ({ input, output }: PriceRow) => input.trim() === '' && output.trim() === ''
const isWhole = ({ input, output }: PriceRow) =>
  parseNumber(input) !== undefined && parseNumber(output) !== undefined

function PriceForm({ stored }: { stored: ModelPriceList }) {
  const calls = useCalls(createOperationCalls)
  const queryClient = useQueryClient()
  const [currency, setCurrency] = useState(stored.currency)
  const [rows, setRows] = useState(() => rowsOf(stored))
  const [added, setAdded] = useState('')
  const isValid = rows.every((row) => isEmpty(row) || isWhole(row))
  const save = useMutation({
    mutationFn: () =>
      calls.saveModelPrices({
        currency: currency.trim().toUpperCase(),
        prices: rows
          .filter((row) => isWhole(row) && row.source !== 'built_in')
          .map(({ model, input, output }) => ({
            model,
            inputPerMillion: parseNumber(input) ?? 0,
            outputPerMillion: parseNumber(output) ?? 0,
          })),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: operationsKey }),
  })
  const change = (model: string, fields: Partial<PriceRow>) => {
    setRows(rows.map((row) => (row.model === model ? Object.assign({}, row, fields) : row)))
  }
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) save.mutate()
      }}
    >
      <div className={classes.numbers}>
        <TextField label={texts.currency} value={currency} maxLength={3} onValueChange={setCurrency} />
      </div>
      {rows.length > 0 && <PriceTable rows={rows} onChange={change} />}
      <div className={classes.inline}>
        <TextField label={texts.newModel} value={added} onValueChange={setAdded} />
        <Button
          disabled={added.trim() === '' || rows.some(({ model }) => model === added.trim())}
          onClick={() => {
            setRows([...rows, { model: added.trim(), input: '', output: '', source: 'unknown', answers: 0 }])
            setAdded('')
          }}
        >
          {texts.add}
        </Button>
      </div>
      <div className={classes.row}>
        <Button type="submit" busy={save.isPending}>
          {operationTexts.save}
        </Button>
        <StatusLine tone={save.isError || !isValid ? 'error' : 'success'}>
          {isValid
            ? save.isError
              ? describeFailure(save.error)
              : save.isSuccess && operationTexts.saved
            : texts.flaw}
        </StatusLine>
      </div>
    </form>
  )
}

function PriceTable({
  rows,
  onChange,
}: {
  rows: readonly PriceRow[]
  onChange: (model: string, fields: Partial<PriceRow>) => void
}) {
  return (
    <ScrollTable label={texts.title}>
      <thead>
        <tr>
          <th scope="col">{texts.model}</th>
          <th scope="col">{texts.input}</th>
          <th scope="col">{texts.output}</th>
          <th scope="col">{texts.source}</th>
          <th scope="col">{texts.answers}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.model}>
            <th scope="row">
              <bdi>{row.source === 'built_in' ? texts.builtIn : row.model}</bdi>
            </th>
            {(['input', 'output'] as const).map((side) => (
              <td key={side}>
                {row.source === 'built_in' ? (
                  '0'
                ) : (
                  <TextField
                    label={side === 'input' ? texts.inputOf(row.model) : texts.outputOf(row.model)}
                    labelHidden
                    inputMode="decimal"
                    value={row[side]}
                    onValueChange={(value) => {
                      onChange(row.model, { [side]: value })
                    }}
                  />
                )}
              </td>
            ))}
            <td>{texts.sources[row.source]}</td>
            <td>{formatCount(row.answers)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
