import type { AdminClient, Configurator } from '@org/api-client'
import { Button } from '@org/ui-kit'
import { useEffect, useEffectEvent, useId } from 'react'
import type { ReactNode, RefObject } from 'react'
import classes from '../configurators.module.css'
import { configuratorsTexts as texts } from '../configurators.texts.ts'
import { HandoverStep } from '../handover/handover-step.tsx'
import { useHandoverSettings } from '../handover/use-handover-settings.ts'
import { ChangeTable } from '../history/change-table.tsx'
import { VersionHistory } from '../history/version-history.tsx'
import { lastStep, StepBar, stepNames } from '../steps/step-bar.tsx'
import type { FormValues } from './configurator-form.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { EditorSaveBar } from './editor-save-bar.tsx'
import { EditorStep, useDraft, useOffered } from './editor-step.tsx'
import { LivePreview } from './live-preview.tsx'
import { useConfiguratorForm, type ConfiguratorForm } from './use-configurator-form.ts'
import { useStepFocus } from './use-step-focus.ts'

/** Props of the configurator editor. */
export interface ConfiguratorEditorProps {
  /** Null: a new widget. */
  initial: Configurator | null
  /** Client of a new widget. @default none */
  owner?: string | undefined
  /** Initial values of a new widget, which count as changes. @default nothing */
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

// The appearance refines the theme: it is left to either side of that step.
const themeStep = 2

/** The form of one widget in its steps, with its live preview. */
export function ConfiguratorEditor(props: ConfiguratorEditorProps) {
  const { clients, emailOf, isOpened, headingRef, step, onStep, onDirtyChange, onSaved, onDeleted } = props
  const headingId = useId()
  const { formRef, stepRef, focusStep, focusInvalidField } = useStepFocus()
  const form = useConfiguratorForm({
    initial: props.initial,
    owner: props.owner,
    seed: props.seed,
    onInvalid: (flawed) => {
      onStep(flawed)
      focusInvalidField()
    },
    onSaved: (stored) => {
      // Saved values are not dirty: the URL may change.
      onDirtyChange(false)
      onSaved(stored)
      // The button or the field that saved may be gone, or far below.
      if (step !== lastStep) focusStep()
    },
  })
  const { saved } = form
  const offered = useOffered()
  const draft = useDraft(form.values, offered)
  const name = stepNames[step - 1] ?? 'basics'
  const handover = useHandoverSettings(saved?.id ?? null, name === 'handover')
  useDirtyReport(form.changed.length > 0 || handover.isDirty, onDirtyChange)

  const takeFocus = useEffectEvent(() => {
    if (isOpened) headingRef.current?.focus()
  })
  useEffect(() => takeFocus(), [])

  const goTo = (next: number): void => {
    onStep(next)
    focusStep()
  }

  return (
    <section className={classes.editor} aria-labelledby={headingId}>
      <div className={classes.fields}>
        <h2 id={headingId} ref={headingRef} tabIndex={-1} className={classes.heading}>
          {saved === null ? texts.newHeading : saved.name || saved.id}
        </h2>
        <StepBar step={step} onStep={onStep} />
        {name === 'handover' ? (
          <BesideForm name={name} headingRef={stepRef}>
            <HandoverStep form={handover} />
            <StepButtons step={step} onStep={goTo} />
          </BesideForm>
        ) : (
          <form
            ref={formRef}
            noValidate
            className={classes.form}
            onSubmit={(event) => {
              event.preventDefault()
              form.submit()
            }}
          >
            <h3 ref={stepRef} tabIndex={-1} className={classes.heading}>
              {texts.steps[name]}
            </h3>
            <EditorStep
              name={name}
              form={form}
              clients={clients}
              offered={offered}
              draft={draft}
              onAppearance={() => goTo(stepNames.indexOf('appearance') + 1)}
            />
            <StepButtons step={step} onStep={goTo} />
            <EditorSaveBar
              form={form}
              onDeleted={() => {
                onDirtyChange(false)
                onDeleted()
              }}
            />
            <Conflict form={form} emailOf={emailOf} onChosen={focusStep} />
            <UnsavedChanges form={form} emailOf={emailOf} />
          </form>
        )}
        {saved !== null && (
          <VersionHistory
            saved={saved}
            emailOf={emailOf}
            onRestore={({ version, configurator }) => form.restore(version, configurator)}
          />
        )}
      </div>
      <LivePreview saved={saved} draft={draft} />
    </section>
  )
}

/** A step that is saved by itself. */
function BesideForm({
  name,
  headingRef,
  children,
}: {
  name: (typeof stepNames)[number]
  headingRef: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}) {
  return (
    <div className={classes.form}>
      <h3 ref={headingRef} tabIndex={-1} className={classes.heading}>
        {texts.steps[name]}
      </h3>
      {children}
    </div>
  )
}

/** Leads to the steps before and after. */
function StepButtons({ step, onStep }: Pick<ConfiguratorEditorProps, 'step' | 'onStep'>) {
  const isBeside = step > lastStep
  return (
    <div className={classes.row}>
      <Button disabled={step === 1} onClick={() => onStep(isBeside ? themeStep : step - 1)}>
        {texts.steps.back}
      </Button>
      <Button disabled={step === lastStep} onClick={() => onStep(isBeside ? themeStep + 1 : step + 1)}>
        {texts.steps.next}
      </Button>
    </div>
  )
}

// Reports false when the editor goes, so that nothing asks whether to leave it.
function useDirtyReport(isDirty: boolean, onDirtyChange: (dirty: boolean) => void): void {
  const report = useEffectEvent(onDirtyChange)
  useEffect(() => report(isDirty), [isDirty])
  useEffect(() => () => report(false), [])
}

/** The choice between two versions, after somebody else has saved. */
function Conflict({
  form,
  emailOf,
  onChosen,
}: Pick<ConfiguratorEditorProps, 'emailOf'> & { form: ConfiguratorForm; onChosen: () => void }) {
  const { conflict } = form
  if (conflict === null) return null
  const choose = (take: typeof form.keepMine) => (): void => {
    onChosen()
    take(conflict)
  }
  return (
    <ConflictNotice
      conflict={conflict}
      mine={form.values}
      emailOf={emailOf}
      onKeepMine={choose(form.keepMine)}
      onTakeTheirs={choose(form.takeTheirs)}
    />
  )
}

function UnsavedChanges({
  form: { changed, base, values },
  emailOf,
}: Pick<ConfiguratorEditorProps, 'emailOf'> & { form: ConfiguratorForm }) {
  if (changed.length === 0) return null
  return (
    <details className={classes.unsaved}>
      <summary>{texts.changes.summary(changed.length)}</summary>
      <ChangeTable before={base} after={values} emailOf={emailOf} />
    </details>
  )
}
