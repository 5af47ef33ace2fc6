import { createOrganisationSignInCalls, type OrganisationSignIn } from '@org/api-client'
import { kit } from '@org/languages'
import { Checkbox, ConfirmDialog, StatusLine } from '@org/ui-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import list from '../operators/entry-list.module.css'
import { signInKey } from './sign-in.queries.ts'
import { signInTexts } from './sign-in.texts.ts'

const texts = signInTexts.secondFactor

/** The rule of an organisation for second factors. A dialog confirms it before it interrupts members without one. */
export function FactorRequirement({
  secondFactor: { required, members, without },
  clientId,
}: {
  secondFactor: OrganisationSignIn['secondFactor']
  clientId: string | undefined
}) {
  const { saveFactorRequirement } = useCalls(createOrganisationSignInCalls)
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const save = useMutation({
    mutationFn: (isRequired: boolean) => saveFactorRequirement(isRequired, { clientId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: signInKey }),
  })
  return (
    <section className={classes.stack} aria-label={texts.heading}>
      <h3 className={list.heading}>{texts.heading}</h3>
      <Checkbox
        label={texts.required}
        description={texts.requiredHint}
        checked={save.isPending ? save.variables : required}
        disabled={save.isPending}
        onCheckedChange={(isRequired) => {
          if (isRequired && without > 0) setIsAsking(true)
          else save.mutate(isRequired)
        }}
      />
      <p className={classes.muted}>{without === 0 ? texts.all : texts.without(without, members)}</p>
      <StatusLine tone="success">
        {save.isSuccess && !save.isPending && (save.variables ? texts.on : texts.off)}
      </StatusLine>
      <StatusLine tone="error">{save.isError && describeFailure(save.error)}</StatusLine>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={texts.question}
        description={texts.answer}
        labels={{ ...kit.confirm, confirm: texts.confirm }}
        onConfirm={() => {
          save.mutate(true)
        }}
      />
    </section>
  )
}
