import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Credentials } from '@org/api-client'
import { PasswordField, TextField } from '@org/ui-kit'
import { AccountForm } from './account-form.tsx'
import { credentialsSchema } from './account-schemas.ts'
import { accountsTexts } from './accounts.texts.ts'
import type { AccountFormTexts } from './accounts.texts.ts'
import { passwordHint, PasswordStrength } from './password-strength.tsx'
import { useAccountForm } from './use-account-form.ts'

/** An account form of an e-mail address and a password. */
export interface CredentialsFormProps {
  texts: AccountFormTexts
  /** `current` for an existing password, `new` for one chosen here: password managers fill in or propose accordingly. */
  password: 'current' | 'new'
  /** Sends the form. Resolves to a sentence to show, or to null when the screen moves on. */
  send: (credentials: Credentials) => Promise<string | null>
  /** The sentence for a failed send. */
  describeFailure: (error: unknown) => string
  /** Stands under the sentence of a success. */
  afterSuccess?: ReactNode
  /** Stands under the form: the ways to the other account screens. */
  children: ReactNode
}

/** E-mail, trimmed, and password, both required; a busy state with a status line; the server's errors as it words them. */
export function CredentialsForm({
  texts,
  password,
  send,
  describeFailure,
  afterSuccess,
  children,
}: CredentialsFormProps) {
  const form = useAccountForm({
    schema: credentialsSchema,
    focusOnFailure: 'password',
    send,
    describeFailure,
  })
  const [email, setEmail] = useState('')
  const [newPassword, setNewPassword] = useState('')
  return (
    <AccountForm
      texts={texts}
      form={form}
      afterSuccess={afterSuccess}
      fields={
        <>
          <TextField
            label={accountsTexts.email}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onValueChange={setEmail}
            {...form.field('email')}
          />
          <PasswordField
            label={accountsTexts.password}
            labels={accountsTexts}
            autoComplete={`${password}-password`}
            {...(password === 'new' && { description: passwordHint })}
            onValueChange={setNewPassword}
            {...form.field('password')}
          />
          {password === 'new' && <PasswordStrength password={newPassword} email={email} />}
        </>
      }
    >
      {children}
    </AccountForm>
  )
}
