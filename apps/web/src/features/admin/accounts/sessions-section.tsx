import type { AccountSession, ManagedAccountDetail } from '@org/api-client'
import { kit } from '@org/languages'
import { Button, ConfirmDialog, StatusLine } from '@org/ui-kit'
import { useRef, useState } from 'react'
import { describeDevice } from '../../../shared/describe-device.ts'
import classes from '../admin.module.css'
import { describeFailure } from '../describe-failure.ts'
import { formatTime } from '../format-time.ts'
import list from '../operators/entry-list.module.css'
import { Section } from '../section.tsx'
import { accountTexts } from './accounts.texts.ts'
import { useAccountChange } from './use-account-change.ts'

const texts = accountTexts.sessions

/** The sessions of an account, each with a button that ends it, and one that ends all. */
export function SessionsSection({ account }: { account: ManagedAccountDetail }) {
  const { id, email, own, sessions } = account
  const change = useAccountChange()
  const [isAsked, setIsAsked] = useState(false)
  const [endedId, setEndedId] = useState<string | null>(null)
  const sectionRef = useRef<HTMLDivElement>(null)
  // The button that was pressed goes with what it ends.
  const onSuccess = () => sectionRef.current?.focus()
  const hasOthers = sessions.some(({ current }) => !current)
  return (
    <Section title={texts.title}>
      <div ref={sectionRef} tabIndex={-1} className={classes.stack}>
        {sessions.length === 0 ? (
          <p className={classes.muted}>{texts.empty}</p>
        ) : (
          <ul className={list.entries} aria-label={texts.list}>
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isBusy={change.isPending && endedId === session.id}
                onEnd={() => {
                  setEndedId(session.id)
                  const call = { done: texts.ended }
                  change.mutate(
                    { ...call, call: ({ endManagedSession }) => endManagedSession(id, session.id) },
                    { onSuccess },
                  )
                }}
              />
            ))}
          </ul>
        )}
        {hasOthers && (
          <div>
            <Button
              busy={change.isPending && endedId === null}
              onClick={() => {
                setIsAsked(true)
              }}
            >
              {own ? texts.endOthers : texts.endAll}
            </Button>
          </div>
        )}
        <StatusLine tone={change.isError ? 'error' : 'success'}>
          {change.isError ? describeFailure(change.error) : change.isSuccess && change.variables.done}
        </StatusLine>
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title={texts.question}
        description={texts.answer(email)}
        labels={{ ...kit.confirm, confirm: own ? texts.endOthers : texts.endAll }}
        onConfirm={() => {
          setEndedId(null)
          change.mutate(
            { done: texts.allEnded, call: ({ endManagedSessions }) => endManagedSessions(id) },
            { onSuccess },
          )
        }}
      />
    </Section>
  )
}

function SessionRow({
  session,
  isBusy,
  onEnd,
}: {
  session: AccountSession
  isBusy: boolean
  onEnd: () => void
}) {
  const device = describeDevice(session.device, texts)
  const used = formatTime(session.lastUsedAt)
  return (
    <li>
      <div className={list.what}>
        <p className={list.name} title={session.device ?? undefined}>
          {device}
        </p>
        <p className={classes.muted}>
          {session.kind === 'widget' && `${texts.widget} · `}
          {texts.times(formatTime(session.createdAt), used)}
        </p>
      </div>
      {session.current ? (
        <span className={list.tag}>{texts.current}</span>
      ) : (
        <Button size="small" busy={isBusy} aria-label={texts.endOf(device, used)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  )
}
