import { createAdminCalls, createListCalls, isApiError } from '@org/api-client'
import type { Entitlements, EntitlementsUpdate } from '@org/api-client'
import { Button, StatusLine } from '@org/ui-kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useCalls, useServices } from '../../../shared/services.ts'
import { AddressField } from '../address-field.tsx'
import classes from '../admin.module.css'
import checkLists from '../check-list.module.css'
import { entitlementsQuery, optionsQuery } from '../admin.queries.ts'
import { adminTexts } from '../admin.texts.ts'
import { CheckList } from '../check-list.tsx'
import { describeFailure } from '../describe-failure.ts'
import { describePrompt } from '../describe-prompt.ts'
import type { PromptLabel } from '../describe-prompt.ts'
import { Section } from '../section.tsx'

const texts = adminTexts.editor

const nothing: Entitlements = { allowedTools: [], allowedAuthors: [], allowedModels: [], systemPrompts: [] }

// oxlint-disable max-lines-per-function -- Still to be split: loading and saving, and the lists.
/** Sets what one user may use: loads what is stored, and merges into it or replaces it. */
export function EntitlementEditor({ onDirtyChange }: { onDirtyChange: (isDirty: boolean) => void }) {
  const calls = useCalls(createAdminCalls)
  const { queryClient } = useServices()
  const { data: options } = useQuery(optionsQuery(calls, useCalls(createListCalls)))
  const fieldRef = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  /** Loaded lists and the account that they belong to. */
  const [base, setBase] = useState<{ email: string; lists: Entitlements }>({ email: '', lists: nothing })
  const [lists, setLists] = useState(nothing)
  const [isMissing, setIsMissing] = useState(false)
  const address = email.trim()

  const load = useMutation({
    mutationFn: (of: string) => calls.entitlements(of),
    onSuccess: ({ entitlements }, of) => {
      begin(of, entitlements)
    },
  })
  const save = useMutation({
    mutationFn: (update: EntitlementsUpdate) => calls.saveEntitlements(update),
    onSuccess: (stored, update) => {
      begin(update.email, stored)
      void queryClient.invalidateQueries(entitlementsQuery(calls, update.email))
    },
  })

  const isDirty = !isSame(lists, base.lists)
  useEffect(() => {
    onDirtyChange(isDirty)
  }, [isDirty, onDirtyChange])

  function begin(of: string, entitlements: Entitlements): void {
    setBase({ email: of, lists: entitlements })
    setLists(entitlements)
  }

  function withAddress(act: (of: string) => void): void {
    load.reset()
    save.reset()
    setIsMissing(address === '')
    if (address === '') fieldRef.current?.focus()
    else act(address)
  }

  const saveButton = (mode: EntitlementsUpdate['mode'], label: string) => (
    <Button
      busy={save.isPending && save.variables.mode === mode}
      disabled={save.isPending && save.variables.mode !== mode}
      onClick={() => {
        withAddress((of) => {
          save.mutate({ email: of, mode, ...lists })
        })
      }}
    >
      {save.isPending && save.variables.mode === mode ? adminTexts.save.saving : label}
    </Button>
  )
  const prompts = options?.systemPrompts ?? []
  const list = (
    name: keyof Entitlements,
    label: string,
    offered: readonly string[] = [],
    describe?: (value: string) => PromptLabel,
  ) => (
    <CheckList
      label={label}
      options={offered}
      {...(describe && { describe })}
      chosen={lists[name]}
      onChange={(chosen) => {
        setLists((current) => ({ ...current, [name]: chosen }))
        save.reset()
      }}
    />
  )

  return (
    <Section title={texts.title}>
      <div className={classes.inline}>
        <AddressField
          ref={fieldRef}
          label={texts.email}
          value={email}
          onValueChange={setEmail}
          error={isMissing && adminTexts.lookup.emailMissing}
        />
        <Button
          busy={load.isPending}
          onClick={() => {
            withAddress((of) => {
              load.mutate(of)
            })
          }}
        >
          {texts.load}
        </Button>
      </div>
      <div className={checkLists.checklists}>
        {list('allowedTools', texts.tools, options?.tools)}
        {list('allowedAuthors', texts.authors, options?.authors)}
        {list('allowedModels', texts.models, options?.models)}
        {list(
          'systemPrompts',
          texts.systemPrompts,
          prompts.map(({ id }) => id),
          (id) => describePrompt(prompts, id),
        )}
      </div>
      <p className={classes.muted}>{texts.note}</p>
      {address !== '' && base.email !== address && <p className={classes.muted}>{texts.loadFirst}</p>}
      <div className={classes.row}>
        {saveButton('merge', texts.merge)}
        {saveButton('replace', texts.replace)}
        {save.isError || load.isError ? (
          <StatusLine tone="error">
            {save.isError ? describeEntitlementFailure(save.error) : describeFailure(load.error)}
          </StatusLine>
        ) : (
          <StatusLine tone="success">
            {save.isSuccess ? texts.saved : load.isSuccess && texts.loaded(load.variables)}
          </StatusLine>
        )}
      </div>
    </Section>
  )
}

// Order is ignored: an entry removed and added again moves to the end without a change.
function isSame(one: Entitlements, other: Entitlements): boolean {
  const sorted = ({ allowedTools, allowedAuthors, allowedModels, systemPrompts }: Entitlements) =>
    JSON.stringify(
      [allowedTools, allowedAuthors, allowedModels, systemPrompts].map((names) => names.toSorted()),
    )
  return sorted(one) === sorted(other)
}

// Specification 2, section 8: 'Error: ' and the server's error, or its detail, or 'HTTP {status}'.
function describeEntitlementFailure(error: unknown): string {
  const isAnswered = isApiError(error) && (error.reason ?? error.status) !== undefined
  return isAnswered ? texts.error(error.message) : adminTexts.saveFailed
}
