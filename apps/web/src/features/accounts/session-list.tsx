import { localeOr } from '@org/languages'
import { createAccountCalls } from '@org/api-client'
import type { AccountSession } from '@org/api-client'
import { Button, Skeleton, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { describeDevice } from '../../shared/describe-device.ts'
import { useCalls, useServices } from '../../shared/services.ts'
import { accountSessionsQuery, endSessionMutation } from './account.queries.ts'
import classes from './accounts.module.css'
import { accountsTexts } from './accounts.texts.ts'
import { describeFailure } from './describe-failure.ts'

const texts = accountsTexts.account.sessions
const time = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'medium', timeStyle: 'short' })

/** Every place where the person is signed in, each with a way to sign it out. */
export function SessionList() {
  const { queryClient } = useServices()
  const calls = useCalls(createAccountCalls)
  const { data, isPending, isError, isFetching, refetch } = useQuery(accountSessionsQuery(calls))
  const end = useMutation(endSessionMutation(calls, queryClient))
  const listRef = useRef<HTMLUListElement>(null)

  function signOut(session: string | null): void {
    // The button that was pressed goes with what it ends.
    end.mutate(session, { onSuccess: () => listRef.current?.focus() })
  }

  if (isPending) return <Skeleton lines={3} label={texts.loading} />
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
      <ul ref={listRef} tabIndex={-1} className={classes.sessions} aria-label={texts.heading}>
        {data.map((session) => (
          <li key={session.id}>
            <SessionRow
              session={session}
              ending={end.isPending && end.variables === session.id}
              onEnd={() => {
                signOut(session.id)
              }}
            />
          </li>
        ))}
      </ul>
      {data.length > 1 && (
        <Button
          busy={end.isPending && end.variables === null}
          onClick={() => {
            signOut(null)
          }}
        >
          {texts.signOutOthers}
        </Button>
      )}
      {end.isError ? (
        <StatusLine tone="error" className={classes.outcome ?? ''}>
          {describeFailure(end.error, () => texts.signOutFailed)}
        </StatusLine>
      ) : (
        <StatusLine tone="success" className={classes.outcome ?? ''}>
          {end.isSuccess && texts.signedOut}
        </StatusLine>
      )}
    </>
  )
}

function SessionRow({
  session,
  ending,
  onEnd,
}: {
  session: AccountSession
  ending: boolean
  onEnd: () => void
}) {
  const device = describeDevice(session.device, texts)
  const used = time.format(new Date(session.lastUsedAt))
  return (
    <>
      <div>
        <p className={classes.device} title={session.device ?? undefined}>
          {device}
        </p>
        <p className={classes.used}>
          {session.kind === 'widget' && `${texts.widget} · `}
          {texts.lastUsed(used)}
        </p>
      </div>
      {session.current ? (
        <span className={classes.current}>{texts.current}</span>
      ) : (
        <Button size="small" busy={ending} aria-label={texts.signOutOf(device, used)} onClick={onEnd}>
          {texts.signOut}
        </Button>
      )}
    </>
  )
}
