import { createAccountCalls } from '@org/api-client'
import { localeOr } from '@org/languages'
import { Alert, Button, Skeleton } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useCalls } from '../../shared/services.ts'
import { accountStorageQuery } from './account.queries.ts'
import classes from './accounts.module.css'
import { accountsTexts } from './accounts.texts.ts'

const texts = accountsTexts.account.storage

/** Share of the limit from which a warning is shown. */
const nearlyFullFrom = 0.9

const bytesPerKilobyte = 1000
const bytesPerMegabyte = 1_000_000
const kilobytes = numbers('kilobyte')
const megabytes = numbers('megabyte')

/** Storage that the account uses, beside its limit. */
export function StorageUsage() {
  const calls = useCalls(createAccountCalls)
  const { data, isPending, isError, isFetching, refetch } = useQuery(accountStorageQuery(calls))
  const textId = useId()
  if (isPending) return <Skeleton lines={2} label={texts.loading} />
  if (isError) {
    return (
      <div className={classes.failed} role="alert">
        <p>{texts.failed}</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </div>
    )
  }
  const { usedBytes, limitBytes } = data
  const [used, limit] = [describeBytes(usedBytes), describeBytes(limitBytes)]
  return (
    <>
      <p id={textId}>{usedBytes === 0 ? texts.empty(limit) : texts.used(used, limit)}</p>
      <meter
        className={classes.storage}
        aria-labelledby={textId}
        max={limitBytes}
        high={limitBytes * nearlyFullFrom}
        optimum={0}
        value={Math.min(usedBytes, limitBytes)}
      />
      {usedBytes >= limitBytes * nearlyFullFrom && (
        <Alert tone="warning">{usedBytes >= limitBytes ? texts.full : texts.nearlyFull}</Alert>
      )}
    </>
  )
}

/** Rounds up, so that stored bytes never read as none. */
function describeBytes(bytes: number): string {
  return bytes < bytesPerMegabyte
    ? kilobytes.format(Math.ceil(bytes / bytesPerKilobyte))
    : megabytes.format(bytes / bytesPerMegabyte)
}

function numbers(unit: 'kilobyte' | 'megabyte'): Intl.NumberFormat {
  return new Intl.NumberFormat(localeOr(undefined), { style: 'unit', unit, maximumFractionDigits: 1 })
}
