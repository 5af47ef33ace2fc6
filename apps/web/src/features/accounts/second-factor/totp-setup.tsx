import { createSecondFactorCalls } from '@org/api-client'
import type { TotpSetup as Setup } from '@org/api-client'
import { Button } from '@org/ui-kit'
import { useCalls } from '../../../shared/services.ts'
import { CodeForm } from './code-form.tsx'
import { QrCode } from './qr-code.tsx'
import { secondFactorTexts } from './second-factor.texts.ts'
import classes from './second-factor.module.css'

const texts = secondFactorTexts.setup

/** A new authenticator app: its QR code, its key as text, and the code that confirms it. */
export function TotpSetup({
  setup: { secret, uri },
  onConfirmed,
  onCancel,
}: {
  setup: Setup
  /** Takes new recovery codes; none when the account has codes already. */
  onConfirmed: (codes: string[]) => void
  onCancel: () => void
}) {
  const { confirmTotp } = useCalls(createSecondFactorCalls)
  return (
    <div className={classes.setup}>
      <p>{texts.scan}</p>
      <QrCode text={uri} label={texts.qr} />
      <p className={classes.secret}>
        {texts.secret} <code dir="ltr">{secret.replaceAll(/.{4}(?=.)/gu, '$& ')}</code>
      </p>
      <CodeForm
        formTexts={texts}
        send={async (code) => {
          onConfirmed(await confirmTotp(code))
        }}
      >
        <Button variant="ghost" wide onClick={onCancel}>
          {texts.cancel}
        </Button>
      </CodeForm>
    </div>
  )
}
