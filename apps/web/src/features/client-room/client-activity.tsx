import { type ActivityItem, createClientRoomCalls } from '@org/api-client'
import { localeOr } from '@org/languages'
import { Alert, Button, Skeleton } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { Link } from '../../shared/link.tsx'
import { useCalls } from '../../shared/services.ts'
import { activityQuery } from './client-room.queries.ts'
import { roomTexts } from './client-room.texts.ts'
import classes from './client-room.module.css'

const texts = roomTexts.activity
const moment = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'medium', timeStyle: 'short' })

/** Activity of visitors in a client's widgets: uncovered questions, ratings, clicked products, and the newest answers. */
export function ClientActivity({ reviewPath }: { reviewPath: string }) {
  const activity = useQuery(activityQuery(useCalls(createClientRoomCalls)))
  if (activity.isPending) return <Skeleton lines={4} label={roomTexts.loading} />
  if (activity.isError) {
    return (
      <Alert
        tone="danger"
        action={
          <Button size="small" busy={activity.isFetching} onClick={() => void activity.refetch()}>
            {roomTexts.retry}
          </Button>
        }
      >
        {roomTexts.activityError}
      </Alert>
    )
  }
  const { days, uncovered, ratings, products, conversations, keepsText } = activity.data
  return (
    <section className={classes.activity} aria-labelledby="client-activity">
      <h2 id="client-activity">{texts.heading}</h2>
      {!keepsText && <p className={classes.hint}>{texts.noText}</p>}
      <div className={classes.panels}>
        <Panel title={texts.uncovered} to={`${reviewPath}?outcome=uncovered`}>
          <Items items={uncovered} empty={texts.noUncovered} />
        </Panel>
        <Panel title={texts.ratings} to={`${reviewPath}?feedback=down&status=all`}>
          <p>{texts.counts(ratings.up, ratings.down, days)}</p>
          <Items items={ratings.newest} empty={texts.noRatings} />
        </Panel>
        <Panel title={texts.products}>
          {products.length === 0 && <p className={classes.hint}>{texts.noProducts}</p>}
          <ul className={classes.counts}>
            {products.map(({ name, clicks }) => (
              <li key={name}>
                <bdi>{name}</bdi>
                <span>{texts.clicks(clicks)}</span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={texts.conversations} to={`${reviewPath}?status=all`}>
          <Items items={conversations} empty={texts.noConversations} showsAnswer />
        </Panel>
      </div>
    </section>
  )
}

function Panel({ title, to, children }: { title: string; to?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
      {to !== undefined && (
        <p>
          <Link to={to} aria-label={`${texts.all}: ${title}`}>
            {texts.all}
          </Link>
        </p>
      )}
    </section>
  )
}

function Items({
  items,
  empty,
  showsAnswer = false,
}: {
  items: readonly ActivityItem[]
  empty: string
  showsAnswer?: boolean
}) {
  if (items.length === 0) return <p className={classes.hint}>{empty}</p>
  return (
    <ul className={classes.items}>
      {items.map(({ id, at, question, answer, reason, widget }) => (
        <li key={id}>
          <p dir="auto">{question ?? texts.notStored}</p>
          {showsAnswer && answer !== null && (
            <p className={classes.answer} dir="auto">
              {answer}
            </p>
          )}
          {reason !== null && (
            <p className={classes.hint} dir="auto">
              {reason}
            </p>
          )}
          <p className={classes.hint}>
            {moment.format(new Date(at))}
            {widget !== null && (
              <>
                {' · '}
                <bdi>{widget}</bdi>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
