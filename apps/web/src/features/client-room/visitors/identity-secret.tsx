import { createVisitorCalls, isApiError } from '@org/api-client'
import { kit, localeOr } from '@org/languages'
import { Alert, Button, Checkbox, Dialog, Skeleton, StatusLine } from '@org/ui-kit'
import { CopyButton } from '@org/ui-kit/chat'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import classes from './visitors.module.css'
import { identityQuery } from './visitors.queries.ts'
import { visitorTexts } from './visitors.texts.ts'

const texts = visitorTexts.secret
const moment = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'medium', timeStyle: 'short' })

/** The secret by which a client's server signs: its time, and its creation, which shows it once. */
export function IdentitySecret() {
  const calls = useCalls(createVisitorCalls)
  const client = useQueryClient()
  const options = identityQuery(calls)
  const settings = useQuery(options)
  const [isAsked, setIsAsked] = useState(false)
  const create = useMutation({
    mutationFn: (endPrevious: boolean) => calls.newIdentitySecret({ endPrevious }),
    onSuccess: () => client.invalidateQueries({ queryKey: options.queryKey }),
  })
  if (settings.isPending) return <Skeleton lines={3} label={visitorTexts.loading} />
  if (settings.isError) {
    return (
      <Alert
        tone="danger"
        action={
          <Button size="small" onClick={() => void settings.refetch()}>
            {visitorTexts.retry}
          </Button>
        }
      >
        {visitorTexts.loadError}
      </Alert>
    )
  }
  const { secretAt, previousUntil } = settings.data
  return (
    <div className={classes.step}>
      <h3>{texts.heading}</h3>
      <p className={classes.hint}>{texts.hint}</p>
      {create.data !== undefined && (
        <Alert tone="warning" title={texts.once}>
          <p className={classes.secret}>
            <code dir="ltr">{create.data.secret}</code>
            <CopyButton text={create.data.secret} labels={{ ...kit.copy, copy: texts.copy }} />
          </p>
        </Alert>
      )}
      <p className={classes.hint}>
        {secretAt === null ? texts.none : texts.at(moment.format(new Date(secretAt)))}{' '}
        {previousUntil !== null && texts.previous(moment.format(new Date(previousUntil)))}
      </p>
      <div>
        <Button
          size="small"
          busy={create.isPending}
          onClick={() => {
            if (secretAt === null) create.mutate(false)
            else setIsAsked(true)
          }}
        >
          {secretAt === null ? texts.create : texts.replace}
        </Button>
      </div>
      <StatusLine tone="error">
        {create.isError && ((isApiError(create.error) && create.error.reason) || texts.failed)}
      </StatusLine>
      {isAsked && <ReplaceDialog onClose={() => setIsAsked(false)} onReplace={create.mutate} />}
    </div>
  )
}

function ReplaceDialog({
  onClose,
  onReplace,
}: {
  onClose: () => void
  onReplace: (endPrevious: boolean) => void
}) {
  const [endPrevious, setEndPrevious] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={texts.replaceTitle}
      description={texts.replaceText}
      size="small"
      labels={kit.dialog}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            variant={endPrevious ? 'danger' : 'primary'}
            onClick={() => {
              onClose()
              onReplace(endPrevious)
            }}
          >
            {texts.replace}
          </Button>
        </>
      }
    >
      <Checkbox label={texts.endPrevious} checked={endPrevious} onCheckedChange={setEndPrevious} />
    </Dialog>
  )
}
