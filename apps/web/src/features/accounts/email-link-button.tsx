import { createSessionCalls } from '@org/api-client'
import { useCalls } from '../../shared/services.ts'
import { accountsTexts } from './accounts.texts.ts'
import { AddressButton } from './address-button.tsx'

const texts = accountsTexts.login

/** Mails a link that signs in, to the address in the form that the button is in. */
export function EmailLinkButton({ returnTo }: { returnTo: string }) {
  const { loginLink } = useCalls(createSessionCalls)
  return (
    <AddressButton
      label={texts.emailLink}
      failed={texts.linkFailed}
      send={async (email) => (await loginLink(email, { returnTo })).message ?? texts.linkSent}
    />
  )
}
