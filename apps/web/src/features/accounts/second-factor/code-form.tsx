import { TextField } from '@org/ui-kit'
import type { ReactNode } from 'react'
import { nonEmpty, object, pipe, string, trim } from 'valibot'
import { AccountForm } from '../account-form.tsx'
import type { AccountFormTexts } from '../accounts.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { useAccountForm } from '../use-account-form.ts'
import { secondFactorTexts } from './second-factor.texts.ts'

const texts = secondFactorTexts.step

const codeSchema = object({ code: pipe(string(), trim(), nonEmpty(texts.required)) })

/** A form with the field of one code. */
export function CodeForm({
  formTexts,
  kind = 'app',
  send,
  children,
}: {
  formTexts: AccountFormTexts
  /** @default 'app' */
  kind?: 'app' | 'recovery'
  /** Sends the code. The form shows why it failed. */
  send: (code: string) => Promise<void>
  /** Stands under the form. */
  children?: ReactNode
}) {
  const form = useAccountForm({
    schema: codeSchema,
    focusOnFailure: 'code',
    send: async ({ code }) => {
      await send(code)
      return null
    },
    describeFailure: (error) => describeFailure(error, () => texts.failed),
  })
  return (
    <AccountForm
      texts={formTexts}
      form={form}
      fields={
        <TextField
          label={texts.code}
          description={kind === 'app' ? texts.codeHint : texts.recoveryHint}
          autoComplete="one-time-code"
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          // In a dialog, which focuses its first element otherwise.
          data-autofocus
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The form takes the place of another one, whose focus is gone.
          autoFocus
          {...form.field('code')}
        />
      }
    >
      {children}
    </AccountForm>
  )
}
