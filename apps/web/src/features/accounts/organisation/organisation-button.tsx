import { useServices } from '../../../shared/services.ts'
import { accountsTexts } from '../accounts.texts.ts'
import { AddressButton } from '../address-button.tsx'

/** Goes to the identity provider of the organisation of the address in the form that the button is in. */
export function OrganisationButton({ returnTo }: { returnTo: string }) {
  const { http } = useServices()
  return (
    <AddressButton
      label={accountsTexts.login.organisation}
      failed={accountsTexts.networkFailed}
      send={async (email) => {
        const { openProvider } = await import('./organisation-login.ts')
        await openProvider(http, { email, returnTo })
        return undefined
      }}
    />
  )
}
