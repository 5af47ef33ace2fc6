import { Info, LifeBuoy, Phone, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { type Given, withDefaults } from '../../base/with-defaults.ts'
import classes from './safety-card.module.css'

/** A help line; at least one of `phone` and `url` is set. */
export interface SafetyCardLine {
  readonly label: string
  /** As people write it. */
  readonly phone: string | null
  /** An https address. */
  readonly url: string | null
}

/** The texts of the card that the notice does not have. */
export interface SafetyCardLabels {
  /** Accessible name of the list of lines. @default 'Help lines' */
  lines: string
  /** Text of the button that calls a line. @default `Call ${phone}` */
  call: (phone: string) => string
}

/** Props of {@link SafetyCard}. */
export interface SafetyCardProps {
  severity: 'caution' | 'urgent' | 'emergency'
  title: string
  text: string
  lines: readonly SafetyCardLine[]
  /** True to interrupt a screen reader: for a new notice, not for a stored one. @default false */
  announced?: boolean | undefined
  labels?: Given<SafetyCardLabels> | undefined
}

const defaultLabels: SafetyCardLabels = { lines: 'Help lines', call: (phone) => `Call ${phone}` }
const icons = { caution: Info, urgent: LifeBuoy, emergency: TriangleAlert }

/** Help for a danger: an icon, a heading, what to do, and lines to call. Takes the direction of its own text. */
export function SafetyCard({ severity, title, text, lines, announced = false, labels }: SafetyCardProps) {
  const texts = withDefaults(defaultLabels, labels)
  const id = useId()
  const Icon = icons[severity]
  return (
    <section
      className={classes['card']}
      data-severity={severity}
      dir="auto"
      aria-labelledby={id}
      {...(announced ? { role: 'alert' } : {})}
    >
      <h3 className={classes['title']} id={id}>
        <Icon aria-hidden="true" />
        {title}
      </h3>
      <p>{text}</p>
      {lines.length > 0 && (
        <ul aria-label={texts.lines}>
          {lines.map((line) => (
            <li key={`${line.label} ${line.phone ?? line.url ?? ''}`}>
              <Line {...line} call={texts.call} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ label, phone, url, call }: SafetyCardLine & { call: SafetyCardLabels['call'] }) {
  if (phone === null) {
    return (
      <a
        className={classes['call']}
        href={url ?? undefined}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        {label}
      </a>
    )
  }
  return (
    <>
      <a className={classes['call']} href={`tel:${phone.replaceAll(/[^\d+]/gu, '')}`}>
        <Phone aria-hidden="true" />
        <span>{label}</span> <bdi>{call(phone)}</bdi>
      </a>
      {url !== null && (
        <a className={classes['site']} href={url} target="_blank" rel="noopener noreferrer nofollow">
          {new URL(url).hostname}
        </a>
      )}
    </>
  )
}
