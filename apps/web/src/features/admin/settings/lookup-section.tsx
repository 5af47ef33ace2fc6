import { createAdminCalls, createListCalls } from '@org/api-client'
import { Button, StatusLine } from '@org/ui-kit'
import type { Entitlements } from '@org/api-client'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { AddressField } from '../address-field.tsx'
import classes from '../admin.module.css'
import found from './lookup-section.module.css'
import { entitlementsQuery, optionsQuery } from '../admin.queries.ts'
import { adminTexts } from '../admin.texts.ts'
import { describeFailure } from '../describe-failure.ts'
import { describePrompt } from '../describe-prompt.ts'
import { formatTime } from '../format-time.ts'
import { Section } from '../section.tsx'
import { sectionIds } from './section-ids.ts'

const texts = adminTexts.lookup

/** Sign-ups shown, also when the server sends more. */
const SHOWN_SIGNUPS = 20

/** Lookup of one user's limits, and the 20 most recent sign-ups through widgets. */
export function LookupSection() {
  const fieldRef = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [asked, setAsked] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { data, error, isFetching, refetch } = useQuery(entitlementsQuery(useCalls(createAdminCalls), asked))

  function lookUp(address: string): void {
    setEmail(address)
    setIsMissing(address === '')
    if (address === '') fieldRef.current?.focus()
    if (address === asked && address !== '') void refetch()
    setAsked(address)
  }

  return (
    <Section id={sectionIds.lookup} title={texts.title}>
      <form
        noValidate
        className={classes.inline}
        onSubmit={(event) => {
          event.preventDefault()
          lookUp(email.trim())
        }}
      >
        <AddressField
          ref={fieldRef}
          label={texts.email}
          value={email}
          onValueChange={setEmail}
          error={isMissing && texts.emailMissing}
        />
        <Button type="submit" busy={isFetching}>
          {texts.button}
        </Button>
      </form>
      <StatusLine tone="error">{error !== null && describeFailure(error)}</StatusLine>
      <div className={found.result} aria-live="polite">
        {data !== undefined && error === null && (
          <>
            <h3>{texts.result}</h3>
            {!data.hasAccount && <p className={classes.muted}>{texts.noAccount}</p>}
            <EntitlementTable entitlements={data.entitlements} />
          </>
        )}
      </div>
      {data !== undefined && error === null && (
        <>
          <h3>{texts.signups}</h3>
          {data.signups.length === 0 ? (
            <p className={classes.muted}>{texts.noSignups}</p>
          ) : (
            <ol className={found.signups}>
              {data.signups.slice(0, SHOWN_SIGNUPS).map((signup) => (
                <li key={`${signup.email} ${signup.createdAt}`}>
                  <Button
                    size="small"
                    variant="ghost"
                    onClick={() => {
                      lookUp(signup.email)
                      // The list, and the focus with it, is removed until the answer has arrived.
                      fieldRef.current?.focus()
                    }}
                  >
                    {signup.email}
                  </Button>
                  <span className={classes.muted}>
                    {formatTime(signup.createdAt)} · {signup.embedId ?? texts.noWidget}
                  </span>
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </Section>
  )
}

function EntitlementTable({ entitlements }: { entitlements: Entitlements }) {
  const { tools, authors, models, systemPrompts } = adminTexts.editor
  const { data: options } = useQuery(optionsQuery(useCalls(createAdminCalls), useCalls(createListCalls)))
  const rows = [
    [tools, entitlements.allowedTools],
    [authors, entitlements.allowedAuthors],
    [models, entitlements.allowedModels],
    [
      systemPrompts,
      entitlements.systemPrompts,
      (id: string) => describePrompt(options?.systemPrompts ?? [], id),
    ],
  ] as const
  return (
    <dl className={found.entitlements}>
      {rows.map(([label, names, describe]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {names.length === 0 ? (
              <em className={classes.muted}>{texts.everything}</em>
            ) : (
              <ul>
                {names.map((name) => (
                  <li key={name} title={describe?.(name).title}>
                    {describe?.(name).label ?? name}
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
