import { createShareCalls } from '@org/api-client'
import { localeOr } from '@org/languages'
import { Button, Skeleton, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCalls, useServices } from '../../shared/services.ts'
import { revokeShareMutation, sharesQuery } from './account.queries.ts'
import classes from './accounts.module.css'
import { accountsTexts } from './accounts.texts.ts'

const texts = accountsTexts.account.shares
const day = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'long' })

/** The person's share links, each with a button that ends it. */
export function ShareList() {
  const { queryClient } = useServices()
  const calls = useCalls(createShareCalls)
  const { data, isPending, isError, isFetching, refetch } = useQuery(sharesQuery(calls))
  const revoke = useMutation(revokeShareMutation(calls, queryClient))
  const listRef = useRef<HTMLUListElement>(null)

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
  return (
    <>
      {data.length === 0 && <p>{texts.none}</p>}
      <ul ref={listRef} tabIndex={-1} className={classes.sessions} aria-label={texts.heading}>
        {data.map(({ id, title, expiresAt }) => (
          <li key={id}>
            <div>
              <p className={classes.device} dir="auto">
                {title}
              </p>
              <p className={classes.used}>{texts.ends(day.format(new Date(expiresAt)))}</p>
            </div>
            <Button
              size="small"
              aria-label={texts.removeOf(title)}
              busy={revoke.isPending && revoke.variables === id}
              onClick={() => {
                // The button that was pressed goes with its row.
                revoke.mutate(id, { onSuccess: () => listRef.current?.focus() })
              }}
            >
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
      {revoke.isError ? (
        <StatusLine tone="error">{texts.removeFailed}</StatusLine>
      ) : (
        <StatusLine tone="success">{revoke.isSuccess && texts.removed}</StatusLine>
      )}
    </>
  )
}
