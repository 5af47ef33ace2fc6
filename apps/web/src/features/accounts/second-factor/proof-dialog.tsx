import { createSecondFactorCalls } from '@org/api-client'
import type { AccountSecondFactor, SecondFactorMethod } from '@org/api-client'
import { kit } from '@org/languages'
import { Button, Dialog, PasswordField, Skeleton, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { nonEmpty, object, pipe, string } from 'valibot'
import { useCalls, useServices } from '../../../shared/services.ts'
import { AccountForm } from '../account-form.tsx'
import { accountsTexts } from '../accounts.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { organisationLoginTexts } from '../organisation/organisation.texts.ts'
import { useAccountForm } from '../use-account-form.ts'
import { secondFactorQuery } from './second-factor.queries.ts'
import { secondFactorTexts } from './second-factor.texts.ts'
import { FactorForm } from './second-step.tsx'

const texts = secondFactorTexts.proof

const proofSchema = object({ password: pipe(string(), nonEmpty(texts.required)) })

/** Asks for a second factor, or, of an account without one, for the password, before a dangerous action. */
export function ProofDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const calls = useCalls(createSecondFactorCalls)
  const { data, isError, isFetching, refetch } = useQuery(secondFactorQuery(calls))
  const onProven = () => {
    onAnswer(true)
  }
  const methods = data === undefined ? [] : methodsOf(data)
  return (
    <Dialog
      labels={kit.dialog}
      open
      onOpenChange={() => {
        onAnswer(false)
      }}
      size="small"
      title={texts.title}
      description={methods.length === 0 ? texts.text : texts.factorText}
    >
      {data === undefined && !isError && <Skeleton lines={2} label={secondFactorTexts.account.loading} />}
      {data === undefined && isError && (
        <>
          <StatusLine tone="error">{texts.failed}</StatusLine>
          <Button wide busy={isFetching} onClick={() => void refetch()}>
            {secondFactorTexts.account.retry}
          </Button>
        </>
      )}
      {data !== undefined && methods.length === 0 && <PasswordProof onProven={onProven} />}
      {data?.organisationSignIn === true && methods.length === 0 && <OrganisationProof />}
      {methods.length > 0 && (
        <FactorForm
          methods={methods}
          send={async (proof) => {
            await calls.proveIdentity(proof)
            onProven()
          }}
        />
      )}
    </Dialog>
  )
}

function methodsOf({ totp, passkeys, recoveryCodes }: AccountSecondFactor): SecondFactorMethod[] {
  if (!totp && passkeys.length === 0) return []
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ]
}

/** Goes to the identity provider that has opened the session, which asks for the credentials again. */
function OrganisationProof() {
  const { http } = useServices()
  const { pathname, search, hash } = useLocation()
  const returnTo = pathname + search + hash
  const { mutate, error, isError, isPending } = useMutation({
    mutationFn: async () => {
      const { openProvider } = await import('../organisation/organisation-login.ts')
      await openProvider(http, { fresh: true, returnTo })
    },
  })
  return (
    <>
      <p>{organisationLoginTexts.proofText}</p>
      <Button
        wide
        busy={isPending}
        onClick={() => {
          mutate()
        }}
      >
        {organisationLoginTexts.proof}
      </Button>
      {isError && <StatusLine tone="error">{describeFailure(error, () => texts.failed)}</StatusLine>}
    </>
  )
}

function PasswordProof({ onProven }: { onProven: () => void }) {
  const { proveIdentity } = useCalls(createSecondFactorCalls)
  const form = useAccountForm({
    schema: proofSchema,
    focusOnFailure: 'password',
    send: async ({ password }) => {
      await proveIdentity({ password })
      onProven()
      return null
    },
    describeFailure: (error) => describeFailure(error, () => texts.failed),
  })
  return (
    <AccountForm
      texts={texts}
      form={form}
      fields={
        <PasswordField
          label={accountsTexts.password}
          labels={accountsTexts}
          autoComplete="current-password"
          // The dialog focuses the field when it opens; a field that comes after that takes the focus by itself.
          data-autofocus
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The person has opened the dialog.
          autoFocus
          {...form.field('password')}
        />
      }
    />
  )
}
