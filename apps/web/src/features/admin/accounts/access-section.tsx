import type { ManagedAccountDetail } from '@org/api-client'
import { kit } from '@org/languages'
import { Button, ConfirmDialog, Select, StatusLine } from '@org/ui-kit'
import { useState } from 'react'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import { Section } from '../section.tsx'
import { accountTexts } from './accounts.texts.ts'
import { accountRoles } from './use-account-filters.ts'
import { useAccountChange } from './use-account-change.ts'

const texts = accountTexts.access

type Question = 'role' | 'disable' | 'reset'

/** Role, state and second factor of another person's account, each changed after a question. */
export function AccessSection({ account }: { account: ManagedAccountDetail }) {
  const { id, state, secondFactor, onlyAdministrator } = account
  const current = account.role ?? 'user'
  const [chosen, setChosen] = useState<(typeof accountRoles)[number] | null>(null)
  const role = chosen ?? current
  const [asked, setAsked] = useState<Question | null>(null)
  const change = useAccountChange()
  const isDisabled = state === 'disabled'
  const answers: Record<Question, () => void> = {
    role: () => {
      const next = role === 'user' ? null : role
      change.mutate(
        { done: texts.roleSaved, call: ({ setAccountRole }) => setAccountRole(id, next) },
        { onSuccess: () => setChosen(null) },
      )
    },
    disable: () => {
      change.mutate({ done: texts.disabled, call: ({ setAccountDisabled }) => setAccountDisabled(id, true) })
    },
    reset: () => {
      change.mutate({ done: texts.resetDone, call: ({ resetSecondFactor }) => resetSecondFactor(id) })
    },
  }
  return (
    <Section title={texts.title}>
      {onlyAdministrator && <p>{accountTexts.account.onlyAdministrator}</p>}
      {state === 'unconfirmed' && <p className={classes.muted}>{texts.roleUnconfirmed}</p>}
      <form
        className={classes.inline}
        onSubmit={(event) => {
          event.preventDefault()
          if (role !== current) setAsked('role')
        }}
      >
        <Select
          label={texts.role}
          value={role}
          options={accountRoles.map((value) => ({ value, label: accountTexts.roles[value] }))}
          disabled={onlyAdministrator || state === 'unconfirmed'}
          onValueChange={setChosen}
        />
        <Button type="submit" disabled={role === current} busy={change.isPending}>
          {texts.setRole}
        </Button>
      </form>
      <div className={classes.row}>
        {isDisabled ? (
          <Button
            busy={change.isPending}
            onClick={() => {
              const call = { done: texts.enabled }
              change.mutate({ ...call, call: ({ setAccountDisabled }) => setAccountDisabled(id, false) })
            }}
          >
            {texts.enable}
          </Button>
        ) : (
          <Button
            variant="danger"
            busy={change.isPending}
            disabled={onlyAdministrator}
            onClick={() => {
              setAsked('disable')
            }}
          >
            {texts.disable}
          </Button>
        )}
        {secondFactor && (
          <Button
            variant="danger"
            busy={change.isPending}
            onClick={() => {
              setAsked('reset')
            }}
          >
            {texts.reset}
          </Button>
        )}
      </div>
      <StatusLine tone={change.isError ? 'error' : 'success'}>
        {change.isError ? describeFailure(change.error) : change.isSuccess && change.variables.done}
      </StatusLine>
      <Questions
        account={account}
        roleName={accountTexts.roles[role]}
        asked={asked}
        onClose={() => {
          setAsked(null)
        }}
        onConfirm={(question) => {
          answers[question]()
        }}
      />
    </Section>
  )
}

function Questions({
  account: { email, widgets },
  roleName,
  asked,
  onClose,
  onConfirm,
}: {
  account: ManagedAccountDetail
  roleName: string
  asked: Question | null
  onClose: () => void
  onConfirm: (question: Question) => void
}) {
  const disableAnswer = texts.disableAnswer(email)
  const questions = {
    role: [texts.roleQuestion(roleName), texts.roleAnswer(email), texts.setRole],
    disable: [
      texts.disableQuestion,
      widgets > 0 ? `${disableAnswer} ${texts.disableWidgets(widgets)}` : disableAnswer,
      texts.disable,
    ],
    reset: [texts.resetQuestion, texts.resetAnswer(email), texts.reset],
  } as const
  return (['role', 'disable', 'reset'] as const).map((question) => {
    const [title, description, confirm] = questions[question]
    return (
      <ConfirmDialog
        key={question}
        open={asked === question}
        onOpenChange={onClose}
        variant={question === 'role' ? 'primary' : 'danger'}
        title={title}
        description={description}
        labels={{ ...kit.confirm, confirm }}
        onConfirm={() => {
          onConfirm(question)
        }}
      />
    )
  })
}
