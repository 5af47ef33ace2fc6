import { kit } from '@org/languages'
import { createAccountCalls } from '@org/api-client'
import { Button, Dialog, PasswordField } from '@org/ui-kit'
import { useState } from 'react'
import { useCalls } from '../../shared/services.ts'
import { AccountForm } from './account-form.tsx'
import { deleteAccountSchema } from './account-schemas.ts'
import { accountsTexts } from './accounts.texts.ts'
import { describeDeleteFailure } from './describe-failure.ts'
import { useAccountForm } from './use-account-form.ts'

const texts = accountsTexts.account.delete

/** Deletes the account after its password has been typed once more. */
export function DeleteAccount({ onDeleted }: { onDeleted: () => Promise<void> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="danger"
        onClick={() => {
          setOpen(true)
        }}
      >
        {texts.open}
      </Button>
      <Dialog
        labels={kit.dialog}
        open={open}
        onOpenChange={setOpen}
        size="small"
        title={texts.title}
        description={texts.description}
      >
        <DeleteForm onDeleted={onDeleted} />
      </Dialog>
    </>
  )
}

function DeleteForm({ onDeleted }: { onDeleted: () => Promise<void> }) {
  const { deleteAccount } = useCalls(createAccountCalls)
  const form = useAccountForm({
    schema: deleteAccountSchema,
    focusOnFailure: 'password',
    send: async ({ password }) => {
      await deleteAccount(password)
      await onDeleted()
      return null
    },
    describeFailure: describeDeleteFailure,
  })
  return (
    <AccountForm
      texts={texts}
      form={form}
      variant="danger"
      fields={
        <PasswordField
          label={accountsTexts.password}
          labels={accountsTexts}
          autoComplete="current-password"
          data-autofocus
          {...form.field('password')}
        />
      }
    />
  )
}
