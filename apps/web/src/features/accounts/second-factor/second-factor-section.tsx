import { createSecondFactorCalls } from '@org/api-client'
import type { AccountSecondFactor } from '@org/api-client'
import { kit, localeOr } from '@org/languages'
import { Button, ConfirmDialog, Skeleton, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCalls, useServices } from '../../../shared/services.ts'
import accountClasses from '../accounts.module.css'
import { describeFailure } from '../describe-failure.ts'
import { FactorSetup } from './factor-setup.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import classes from './second-factor.module.css'
import { refreshSecondFactor, removeFactorMutation, secondFactorQuery } from './second-factor.queries.ts'
import { secondFactorTexts } from './second-factor.texts.ts'

const texts = secondFactorTexts.account
const day = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'medium' })

/** The person's second factors: set up, remove, and recovery codes. */
export function SecondFactorSection() {
  const calls = useCalls(createSecondFactorCalls)
  const { data, isPending, isError, isFetching, refetch } = useQuery(secondFactorQuery(calls))
  if (isPending) return <Skeleton lines={2} label={texts.loading} />
  if (isError) {
    return (
      <div className={accountClasses.failed} role="alert">
        <p>{texts.failed}</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </div>
    )
  }
  if (!data.available) return <p>{texts.unavailable}</p>
  return <Factors factors={data} />
}

/** One row of the list. */
interface FactorRow {
  /** Id of a passkey; null for the authenticator app. */
  id: string | null
  name: string
  detail: string
}

function Factors({ factors }: { factors: AccountSecondFactor }) {
  const { queryClient } = useServices()
  const calls = useCalls(createSecondFactorCalls)
  const remove = useMutation(removeFactorMutation(calls, queryClient))
  const [asked, setAsked] = useState<FactorRow | null>(null)
  const listRef = useRef<HTMLUListElement>(null)
  const rows = rowsOf(factors)
  return (
    <div className={classes.factors}>
      {factors.required && <p>{texts.required}</p>}
      {rows.length === 0 && <p>{texts.none}</p>}
      {rows.length > 0 && (
        <ul ref={listRef} tabIndex={-1} className={accountClasses.sessions} aria-label={texts.list}>
          {rows.map((row) => (
            <li key={row.id ?? 'app'}>
              <div>
                <p className={accountClasses.device} dir="auto">
                  {row.name}
                </p>
                <p className={accountClasses.used}>{row.detail}</p>
              </div>
              <Button
                size="small"
                aria-label={texts.removeOf(row.name)}
                busy={remove.isPending && remove.variables === row.id}
                onClick={() => {
                  setAsked(row)
                }}
              >
                {texts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {remove.isError && (
        <StatusLine tone="error">{describeFailure(remove.error, () => texts.removeFailed)}</StatusLine>
      )}
      <StatusLine tone="success">{remove.isSuccess && texts.removed}</StatusLine>
      <FactorSetup offersApp={!factors.totp} onDone={() => void refreshSecondFactor(queryClient)} />
      {rows.length > 0 && <RecoveryCodes count={factors.recoveryCodes} />}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => {
          setAsked(null)
        }}
        title={texts.removeTitle(asked?.name ?? '')}
        description={texts.removeText}
        variant="danger"
        labels={{ ...kit.confirm, confirm: texts.remove }}
        onConfirm={() => {
          if (asked === null) return
          remove.mutate(asked.id, { onSuccess: () => listRef.current?.focus() })
        }}
      />
    </div>
  )
}

function RecoveryCodes({ count }: { count: number }) {
  const { queryClient } = useServices()
  const calls = useCalls(createSecondFactorCalls)
  const renew = useMutation({ mutationFn: () => calls.renewRecoveryCodes() })
  if (renew.isSuccess) {
    return (
      <RecoveryCodeList
        codes={renew.data}
        onDone={() => {
          renew.reset()
          void refreshSecondFactor(queryClient)
        }}
      />
    )
  }
  return (
    <>
      <p>{texts.codesLeft(count)}</p>
      <div>
        <Button
          busy={renew.isPending}
          onClick={() => {
            renew.mutate()
          }}
        >
          {texts.renew}
        </Button>
      </div>
      {renew.isError && (
        <StatusLine tone="error">{describeFailure(renew.error, () => texts.renewFailed)}</StatusLine>
      )}
    </>
  )
}

function rowsOf({ totp, passkeys }: AccountSecondFactor): FactorRow[] {
  return [
    ...(totp ? [{ id: null, name: texts.app, detail: texts.appOn }] : []),
    ...passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name: name === '' ? secondFactorTexts.setup.passkeyName : name,
      detail:
        lastUsedAt === null
          ? texts.added(day.format(new Date(createdAt)))
          : texts.used(day.format(new Date(lastUsedAt))),
    })),
  ]
}
