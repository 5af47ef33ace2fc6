import type { ClientChecklist } from '@org/api-client'
import { VisuallyHidden } from '@org/ui-kit'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../shared/link.tsx'
import { roomTexts } from './client-room.texts.ts'
import classes from './client-room.module.css'

const texts = roomTexts.checklist
const steps = ['look', 'content', 'install', 'question'] as const

/**
 * The first steps of a client. The server ticks them by facts, and the first open one that is possible is marked as next;
 * the list goes when all are done.
 */
export function Checklist({
  checklist,
  knowledgePath,
  hasWidget,
  onLook,
}: {
  checklist: ClientChecklist
  /** Undefined for members who may not add content. */
  knowledgePath: string | undefined
  /** False until an administrator adds the client's first widget. */
  hasWidget: boolean
  /** Opens the look of the first widget; undefined where the client may not change it. */
  onLook: (() => void) | undefined
}) {
  const done = steps.filter((step) => checklist[step]).length
  if (done === steps.length) return null
  const names: Record<(typeof steps)[number], ReactNode> = {
    look:
      onLook === undefined ? (
        texts.look
      ) : (
        <button type="button" className={classes.stepLink} onClick={onLook}>
          {texts.look}
        </button>
      ),
    content: knowledgePath === undefined ? texts.content : <Link to={knowledgePath}>{texts.content}</Link>,
    install: hasWidget ? <a href="#client-widgets">{texts.install}</a> : texts.install,
    question: texts.question,
  }
  const isPossible = {
    look: onLook !== undefined,
    content: knowledgePath !== undefined,
    install: hasWidget,
    question: hasWidget,
  }
  const next = steps.find((step) => !checklist[step] && isPossible[step])
  return (
    <section className={classes.checklist} aria-labelledby="client-checklist">
      <div className={classes.cardHead}>
        <h2 id="client-checklist">{texts.heading}</h2>
        <p className={classes.hint}>{texts.done(done, steps.length)}</p>
      </div>
      <ol>
        {steps.map((step) => (
          <li
            key={step}
            data-done={checklist[step] || undefined}
            aria-current={step === next ? 'step' : undefined}
          >
            {checklist[step] ? <CircleCheck aria-hidden="true" /> : <Circle aria-hidden="true" />}
            <div>
              <p className={classes.step}>
                {names[step]}
                {step === next && <span className={classes.next}>{texts.next}</span>}
                <VisuallyHidden>{` (${checklist[step] ? texts.stepDone : texts.stepOpen})`}</VisuallyHidden>
              </p>
              <p className={classes.hint}>
                {step !== 'content' && !hasWidget ? texts.needsWidget : texts[`${step}Text`]}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
