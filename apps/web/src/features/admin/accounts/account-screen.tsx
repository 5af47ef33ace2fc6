import { createManagedAccountCalls, isApiError, type ManagedAccountDetail } from '@org/api-client'
import { Alert, Skeleton } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../../shared/link.tsx'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import list from '../operators/entry-list.module.css'
import { AccessSection } from './access-section.tsx'
import { accountQuery } from './accounts.queries.ts'
import { accountTexts } from './accounts.texts.ts'
import { SessionsSection } from './sessions-section.tsx'

const texts = accountTexts.account

/** One account: its facts, its sessions, and the changes that an administrator may make. */
export function AccountScreen({
  id,
  listPath,
  ownPath,
}: {
  id: string
  listPath: string
  /** The page of the own account. */
  ownPath: string
}) {
  const account = useQuery(accountQuery(useCalls(createManagedAccountCalls), id))
  const isMissing = isApiError(account.error) && account.error.status === 404
  return (
    <div className={classes.stack}>
      <p>
        <Link to={listPath}>{texts.back}</Link>
      </p>
      {account.isPending && <Skeleton lines={8} label={adminTexts.loading} />}
      {isMissing ? (
        <Alert tone="warning">{texts.missing}</Alert>
      ) : (
        account.isError && <LoadFailure query={account} />
      )}
      {account.data !== undefined && !isMissing && (
        <>
          <Facts account={account.data} />
          {account.data.own && (
            <p>
              {texts.own} <Link to={ownPath}>{texts.toOwn}</Link>
            </p>
          )}
          <SessionsSection account={account.data} />
          {!account.data.own && <AccessSection account={account.data} />}
        </>
      )}
    </div>
  )
}

function Facts({ account }: { account: ManagedAccountDetail }) {
  const { email, role, state, widgets, createdAt } = account
  return (
    <>
      <h2 className={list.heading}>
        <bdi dir="ltr">{email}</bdi>
      </h2>
      <dl className={list.facts}>
        <div>
          <dt>{texts.facts.role}</dt>
          <dd>{accountTexts.roles[role ?? 'user']}</dd>
        </div>
        <div>
          <dt>{texts.facts.state}</dt>
          <dd>{accountTexts.states[state]}</dd>
        </div>
        <div>
          <dt>{texts.facts.secondFactor}</dt>
          <dd>{describeFactors(account)}</dd>
        </div>
        <div>
          <dt>{texts.facts.widgets}</dt>
          <dd>{widgets}</dd>
        </div>
        <div>
          <dt>{texts.facts.created}</dt>
          <dd>{formatTime(createdAt)}</dd>
        </div>
      </dl>
    </>
  )
}

function describeFactors({ secondFactor, totp, passkeys, recoveryCodes }: ManagedAccountDetail): string {
  if (!secondFactor) return texts.factors.none
  return [
    ...(totp ? [texts.factors.totp] : []),
    ...(passkeys > 0 ? [texts.factors.passkeys(passkeys)] : []),
    texts.factors.recoveryCodes(recoveryCodes),
  ].join(' · ')
}
