import classes from '../configurators.module.css'
import { configuratorsTexts as texts } from '../configurators.texts.ts'

/** The editor's steps: the numbered ones in their order, and those beside them. */
export const stepNames = ['basics', 'theme', 'lists', 'behaviour', 'embed', 'appearance', 'handover'] as const

/** The last of the numbered steps. */
export const lastStep = 5

/** The number of a step, from 1. */
export function toStep(text: string | null): number {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= stepNames.length ? number : 1
}

/** Leads to each step. */
export function StepBar({ step, onStep }: { step: number; onStep: (step: number) => void }) {
  return (
    <nav aria-label={texts.steps.label} className={classes.stepBar}>
      <ol className={classes.steps}>
        {stepNames.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              className={classes.step}
              data-beside={index >= lastStep || undefined}
              aria-current={step === index + 1 ? 'step' : undefined}
              onClick={() => onStep(index + 1)}
            >
              <span>
                {index < lastStep ? texts.steps.numbered(index + 1, texts.steps[name]) : texts.steps[name]}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
