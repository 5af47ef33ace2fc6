import { useId, useState, type ReactNode, type Ref } from 'react'
import { Button } from '../controls/button.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import { TextLink } from '../controls/text-link.tsx'
import classes from './disclaimer-gate.module.css'
import { type Given, withDefaults } from '../base/with-defaults.ts'

/** The texts of the disclaimer gate. */
export interface DisclaimerGateLabels {
  /** @default 'Before you start' */
  title: string
  /** @default 'The assistant gives general information and can be wrong. It does not replace advice from a doctor or another professional.' */
  summary: ReactNode
  /** @default 'Are you in danger? Do not wait for an answer: call your local emergency number.' */
  emergency: ReactNode
  /** @default 'Read the disclaimer' */
  link: string
  /** @default 'I have read and accept the disclaimer.' */
  accept: string
  /** @default 'Agree and continue' */
  agree: string
}

/** The question before the first message. */
export interface DisclaimerGateProps {
  onAccept: () => void
  /** URL of the full disclaimer; opens in a new tab. @default '/disclaimer' */
  href?: string | undefined
  labels?: Given<DisclaimerGateLabels> | undefined
  /** The checkbox. */
  inputRef?: Ref<HTMLInputElement> | undefined
}

const defaultLabels: DisclaimerGateLabels = {
  title: 'Before you start',
  summary:
    'The assistant gives general information and can be wrong. It does not replace advice from a doctor or another professional.',
  emergency: 'Are you in danger? Do not wait for an answer: call your local emergency number.',
  link: 'Read the disclaimer',
  accept: 'I have read and accept the disclaimer.',
  agree: 'Agree and continue',
}

/** Asks for the disclaimer to be acknowledged: a checkbox enables 'Agree and continue'. Remembering it is the parent's. */
export function DisclaimerGate({ onAccept, href = '/disclaimer', labels, inputRef }: DisclaimerGateProps) {
  const texts = withDefaults(defaultLabels, labels)
  const id = useId()
  const [checked, setChecked] = useState(false)
  return (
    <section className={classes['gate']} aria-labelledby={id}>
      <h2 id={id} className={classes['title']}>
        {texts.title}
      </h2>
      <p>
        {texts.summary}{' '}
        <TextLink external href={href}>
          {texts.link}
        </TextLink>
      </p>
      <p>{texts.emergency}</p>
      <div className={classes['answer']}>
        <Checkbox label={texts.accept} checked={checked} onCheckedChange={setChecked} ref={inputRef} />
        <Button variant="primary" disabled={!checked} onClick={onAccept}>
          {texts.agree}
        </Button>
      </div>
    </section>
  )
}
