import { createOrganisationSignInCalls } from '@org/api-client'
import { Skeleton } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { LoadFailure } from '../load-failure.tsx'
import { DomainList } from './domain-list.tsx'
import { FactorRequirement } from './factor-requirement.tsx'
import { ProviderForm } from './provider-form.tsx'
import { signInQuery } from './sign-in.queries.ts'
import { signInTexts as texts } from './sign-in.texts.ts'

/** The identity provider, the domains and the second factor of the organisation in use; of a client for an administrator. */
export function SignInSettings({ clientId, isAdmin }: { clientId: string | undefined; isAdmin: boolean }) {
  const signIn = useQuery(signInQuery(useCalls(createOrganisationSignInCalls), clientId))
  if (signIn.isPending) return <Skeleton lines={6} label={adminTexts.loading} />
  if (signIn.data === undefined) return <LoadFailure query={signIn} />
  const { connection, domains, redirectUri, secondFactor } = signIn.data
  return (
    <div className={classes.stack}>
      <p className={classes.muted}>{texts.intro}</p>
      {signIn.isError && <LoadFailure query={signIn} />}
      <DomainList domains={domains} clientId={clientId} isAdmin={isAdmin} />
      <ProviderForm connection={connection} redirectUri={redirectUri} clientId={clientId} />
      <FactorRequirement secondFactor={secondFactor} clientId={clientId} />
    </div>
  )
}
