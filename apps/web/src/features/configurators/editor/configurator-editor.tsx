import { kit } from '@org/languages'
import { createListCalls, isApiError } from '@org/api-client'
import type { AdminClient, Configurator } from '@org/api-client'
import { Alert, Button, ConfirmDialog, StatusLine } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useCalls } from '../../../shared/services.ts'
import { wrongOrigins } from '../steps/allowed-origins.ts'
import { BasicsStep } from '../steps/basics-step.tsx'
import { BehaviourStep } from '../steps/behaviour-step.tsx'
import { ChangeTable } from '../history/change-table.tsx'
import {
  changedFields,
  emptyForm,
  readTemperature,
  toForm,
  toPreview,
  type FormValues,
} from './configurator-form.ts'
import classes from '../configurators.module.css'
import { authorNamesQuery, toolNamesQuery } from '../configurators.queries.ts'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { EmbedStep } from '../steps/embed-step.tsx'
import { ListsStep } from '../steps/lists-step.tsx'
import { LivePreview, useDraftBroadcast } from './live-preview.tsx'
import { StepBar, stepNames } from '../steps/step-bar.tsx'
import { ThemeStep } from '../steps/theme-step.tsx'
import { reasonOf, useSaving, type Conflict } from './use-saving.ts'
import { VersionHistory } from '../history/version-history.tsx'

/** Props of the configurator editor. */
export interface ConfiguratorEditorProps {
  /** Null: a new widget. */
  initial: Configurator | null
  /** Initial values of a new widget. @default nothing */
  seed?: FormValues | undefined
  clients: readonly AdminClient[]
  emailOf: (clientId: string) => string
  /** True when a person has just opened it: it takes the focus. */
  isOpened: boolean
  headingRef: RefObject<HTMLHeadingElement | null>
  step: number
  onStep: (step: number) => void
  onDirtyChange: (dirty: boolean) => void
  onSaved: (saved: Configurator) => void
  onDeleted: () => void
}

const nothing: readonly string[] = []
const lastStep = stepNames.length

// oxlint-disable max-lines-per-function -- Still to be split: the form's state and its steps.
/** The form of one widget in five steps, with its live preview. */
export function ConfiguratorEditor({
  initial,
  seed,
  clients,
  emailOf,
  isOpened,
  headingRef,
  step,
  onStep,
  onDirtyChange,
  onSaved,
  onDeleted,
}: ConfiguratorEditorProps) {
  const headingId = useId()
  const formRef = useRef<HTMLFormElement>(null)
  const stepRef = useRef<HTMLHeadingElement>(null)
  const [saved, setSaved] = useState(initial)
  const base = saved === null ? emptyForm : toForm(saved)
  const [values, setValues] = useState(seed ?? base)
  const [draft] = useState(() => `org.draft-${crypto.randomUUID()}`)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [restored, setRestored] = useState<number | null>(null)
  const [originsChecked, setOriginsChecked] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const { save, remove, findConflict } = useSaving()
  const lists = useCalls(createListCalls)
  // Failures loading lists are silently ignored (specification 2, section 8).
  const { data: authors = nothing } = useQuery(authorNamesQuery(lists))
  const { data: tools = nothing } = useQuery(toolNamesQuery(lists))
  const changed = changedFields(base, values)
  const isDirty = changed.length > 0
  const hasBadTemperature = Number.isNaN(readTemperature(values.temperature))

  const preview = useMemo(() => toPreview(values, { authors, tools }), [values, authors, tools])
  useDraftBroadcast(draft, preview)

  const tellDirty = useEffectEvent(onDirtyChange)
  useEffect(() => tellDirty(isDirty), [isDirty])
  useEffect(() => () => tellDirty(false), [])

  const takeFocus = useEffectEvent(() => {
    if (isOpened) headingRef.current?.focus()
  })
  useEffect(() => takeFocus(), [])

  const change = (changes: Partial<FormValues>): void => {
    setValues((current) => ({ ...current, ...changes }))
    if ('allowedOrigins' in changes) setOriginsChecked(false)
    if (save.isSuccess || save.isError) save.reset()
  }

  // The step is rendered after the next paint.
  const focusStep = (): void => {
    requestAnimationFrame(() => stepRef.current?.focus())
  }

  const goTo = (next: number): void => {
    onStep(next)
    focusStep()
  }

  const goToFlaw = (next: number): void => {
    onStep(next)
    requestAnimationFrame(() => {
      formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    })
  }

  const submit = async (over: Configurator | null): Promise<void> => {
    if (wrongOrigins(values.allowedOrigins).length > 0) {
      setOriginsChecked(true)
      goToFlaw(1)
      return
    }
    if (hasBadTemperature) {
      goToFlaw(4)
      return
    }
    setConflict(null)
    setRestored(null)
    try {
      const stored = await save.mutateAsync({ values, saved: over })
      setSaved(stored)
      setValues(toForm(stored))
      // Saved values are not dirty: the URL may change.
      onDirtyChange(false)
      onSaved(stored)
      // The button or the field that saved may be gone, or far below.
      if (step !== lastStep) focusStep()
    } catch (error) {
      const isGone = isApiError(error) && error.status === 404
      if (over !== null && isApiError(error) && (error.code === 'conflict' || isGone)) {
        setConflict(await findConflict(over.id))
        save.reset()
      }
    }
  }

  const deleteIt = async (id: string): Promise<void> => {
    try {
      await remove.mutateAsync(id)
      onDirtyChange(false)
      onDeleted()
    } catch {
      // Said by the alert.
    }
  }

  const name = stepNames[step - 1] ?? 'basics'
  const stepProps = { values, onChange: change }
  return (
    <section className={classes.editor} aria-labelledby={headingId}>
      <h2 id={headingId} ref={headingRef} tabIndex={-1} className={classes.heading}>
        {saved === null ? texts.newHeading : saved.name || saved.id}
      </h2>
      <StepBar step={step} onStep={onStep} />
      <form
        ref={formRef}
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) void submit(saved)
        }}
      >
        <h3 ref={stepRef} tabIndex={-1} className={classes.heading}>
          {texts.steps[name]}
        </h3>
        {name === 'basics' && (
          <BasicsStep
            {...stepProps}
            clients={clients}
            checked={originsChecked}
            onCheck={() => setOriginsChecked(true)}
          />
        )}
        {name === 'theme' && <ThemeStep {...stepProps} draft={draft} />}
        {name === 'lists' && <ListsStep {...stepProps} authors={authors} tools={tools} />}
        {name === 'behaviour' && <BehaviourStep {...stepProps} />}
        {name === 'embed' && <EmbedStep saved={saved} />}
        <div className={classes.row}>
          <Button disabled={step === 1} onClick={() => goTo(step - 1)}>
            {texts.steps.back}
          </Button>
          <Button disabled={step === lastStep} onClick={() => goTo(step + 1)}>
            {texts.steps.next}
          </Button>
        </div>
        {remove.isError && <Alert tone="danger">{texts.deleteFailed(reasonOf(remove.error))}</Alert>}
        <div className={classes.saveBar}>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {save.isPending ? texts.saving : texts.save}
          </Button>
          {save.isError ? (
            <StatusLine tone="error">{reasonOf(save.error)}</StatusLine>
          ) : (
            <StatusLine tone={save.isSuccess ? 'success' : 'info'}>
              {save.isSuccess ? texts.saved : restored !== null && texts.history.restored(restored)}
            </StatusLine>
          )}
          {saved !== null && (
            <Button variant="danger" busy={remove.isPending} onClick={() => setDeleting(true)}>
              {remove.isPending ? texts.deleting : texts.delete}
            </Button>
          )}
        </div>
        {conflict !== null && (
          <ConflictNotice
            conflict={conflict}
            mine={values}
            emailOf={emailOf}
            onKeepMine={() => {
              focusStep()
              setSaved(conflict.theirs)
              void submit(conflict.theirs)
            }}
            onTakeTheirs={() => {
              focusStep()
              setConflict(null)
              setSaved(conflict.theirs)
              if (conflict.theirs !== null) setValues(toForm(conflict.theirs))
            }}
          />
        )}
        {isDirty && (
          <details className={classes.unsaved}>
            <summary>{texts.changes.summary(changed.length)}</summary>
            <ChangeTable before={base} after={values} emailOf={emailOf} />
          </details>
        )}
      </form>
      {saved !== null && (
        <VersionHistory
          saved={saved}
          emailOf={emailOf}
          onRestore={({ version, configurator }) => {
            setValues(toForm(configurator))
            setRestored(version)
            save.reset()
          }}
        />
      )}
      <LivePreview saved={saved} draft={draft} />
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        variant="danger"
        title={texts.deleteTitle(saved?.name ?? '')}
        description={texts.deleteText}
        labels={{ ...kit.confirm, confirm: texts.delete, cancel: texts.cancel }}
        onConfirm={() => {
          if (saved !== null) void deleteIt(saved.id)
        }}
      />
    </section>
  )
}
