import { useState } from 'react'
import type { ReactNode } from 'react'
import { PasswordField } from '@org/ui-kit'
import { AccountForm } from './account-form.tsx'
import { noCurrentPassword, setPasswordSchema } from './account-schemas.ts'
import { accountsTexts } from './accounts.texts.ts'
import { describePasswordFailure } from './describe-failure.ts'
import { passwordHint, PasswordStrength } from './password-strength.tsx'
import { useAccountForm } from './use-account-form.ts'

const texts = accountsTexts.setPassword

/** A new password, twice. */
export function SetPasswordForm({
  email,
  send,
  children,
}: {
  /** Address of the signed-in person, who types the current password, too; null after a recovery link. */
  email: string | null
  /** Sends the form. Resolves to a sentence to show, or to null when the screen moves on. */
  send: (password: string, currentPassword: string | undefined) => Promise<string | null>
  children?: ReactNode
}) {
  const form = useAccountForm({
    schema: setPasswordSchema,
    focusOnFailure: email === null ? 'password' : 'current',
    send: ({ password, current }) => send(password, current === noCurrentPassword ? undefined : current),
    describeFailure: describePasswordFailure,
  })
  const [newPassword, setNewPassword] = useState('')
  return (
    <AccountForm
      texts={texts}
      form={form}
      fields={
        <>
          {email !== null && (
            <>
              <input type="text" hidden readOnly autoComplete="username" value={email} />
              <PasswordField
                label={texts.currentPassword}
                labels={accountsTexts}
                autoComplete="current-password"
                {...form.field('current')}
              />
            </>
          )}
          <PasswordField
            label={texts.newPassword}
            labels={accountsTexts}
            autoComplete="new-password"
            description={passwordHint}
            onValueChange={setNewPassword}
            {...form.field('password')}
          />
          <PasswordStrength password={newPassword} email={email ?? ''} />
          <PasswordField
            label={texts.confirm}
            labels={accountsTexts}
            autoComplete="new-password"
            {...form.field('confirmation')}
          />
        </>
      }
    >
      {children}
    </AccountForm>
  )
}
