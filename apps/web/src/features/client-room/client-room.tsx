import { createClientRoomCalls, type ClientWidget } from '@org/api-client'
import { localeOr } from '@org/languages'
import { Alert, Button, buttonClassName, Skeleton, StatusLine } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { embedSnippet, previewUrl } from '../../shared/embedding/embed-addresses.ts'
import { Link } from '../../shared/link.tsx'
import { InstallCode } from '../../shared/embedding/install-code.tsx'
import { useCalls } from '../../shared/services.ts'
import { useMay } from '../session/use-may.ts'
import { Checklist } from './checklist.tsx'
import { roomQuery } from './client-room.queries.ts'
import { roomTexts } from './client-room.texts.ts'
import { LookDialog } from './look-dialog.tsx'
import classes from './client-room.module.css'

const texts = roomTexts.widgets
const moment = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'medium', timeStyle: 'short' })

/** A client's checklist and widgets: the code to paste, the sites that show them, and their look. */
export function ClientRoom({ knowledgePath, contactPath }: { knowledgePath: string; contactPath: string }) {
  const room = useQuery(roomQuery(useCalls(createClientRoomCalls)))
  const [edited, setEdited] = useState<string | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const mayEdit = useMay('edit')
  if (room.isPending) return <Skeleton lines={4} label={roomTexts.loading} />
  if (room.isError) {
    return (
      <Alert
        tone="danger"
        action={
          <Button size="small" busy={room.isFetching} onClick={() => void room.refetch()}>
            {roomTexts.retry}
          </Button>
        }
      >
        {roomTexts.loadError}
      </Alert>
    )
  }
  const { widgets, checklist } = room.data
  const [first] = widgets
  const widget = widgets.find(({ id }) => id === edited)
  return (
    <>
      <Checklist
        checklist={checklist}
        knowledgePath={mayEdit ? knowledgePath : undefined}
        hasWidget={first !== undefined}
        onLook={
          first === undefined || first.clientEdits.length === 0 || !mayEdit
            ? undefined
            : () => setEdited(first.id)
        }
      />
      <section className={classes.widgets} aria-labelledby="client-widgets">
        <h2 id="client-widgets">{texts.heading}</h2>
        {widgets.length === 0 && (
          <NoWidget knowledgePath={mayEdit ? knowledgePath : undefined} contactPath={contactPath} />
        )}
        <ul className={classes.cards}>
          {widgets.map((item) => (
            <WidgetCard
              key={item.id}
              widget={item}
              isSaved={saved === item.id}
              onEdit={mayEdit && item.clientEdits.length > 0 ? () => setEdited(item.id) : undefined}
            />
          ))}
        </ul>
      </section>
      {widget !== undefined && (
        <LookDialog
          key={widget.id}
          widget={widget}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            setSaved(widget.id)
          }}
        />
      )}
    </>
  )
}

/** Shown until an administrator has added the first widget: what a client can do meanwhile, and whom to ask. */
function NoWidget({
  knowledgePath,
  contactPath,
}: {
  /** Undefined for members who may not add content. */
  knowledgePath: string | undefined
  contactPath: string
}) {
  return (
    <div className={classes.card}>
      <h3>{texts.none}</h3>
      <p className={classes.hint}>{knowledgePath === undefined ? texts.noneReader : texts.noneText}</p>
      <div className={classes.actions}>
        {knowledgePath !== undefined && (
          <Link className={buttonClassName({ variant: 'primary', size: 'small' })} to={knowledgePath}>
            {texts.addContent}
          </Link>
        )}
        <Link className={buttonClassName({ size: 'small' })} to={contactPath}>
          {texts.contact}
        </Link>
      </div>
    </div>
  )
}

function WidgetCard({
  widget,
  isSaved,
  onEdit,
}: {
  widget: ClientWidget
  /** True after the look of this widget was saved. */
  isSaved: boolean
  /** Undefined where nothing of the look may be changed. */
  onEdit: (() => void) | undefined
}) {
  const { id, name, active, theme, appearance, sightings } = widget
  const embedded = { id, widgetTheme: theme, appearance }
  const snippet = embedSnippet(window.location.origin, embedded)
  return (
    <li className={classes.card} id={`widget-${id}`}>
      <div className={classes.cardHead}>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <div className={classes.actions}>
          {active && (
            <a
              className={buttonClassName({ size: 'small' })}
              href={previewUrl(window.location.origin, embedded)}
              target="_blank"
              rel="noreferrer"
              aria-label={texts.previewOf(name)}
            >
              {texts.preview}
            </a>
          )}
          {onEdit !== undefined && (
            <Button size="small" aria-label={texts.editOf(name)} onClick={onEdit}>
              {texts.edit}
            </Button>
          )}
        </div>
      </div>
      <StatusLine tone="success">{isSaved && texts.saved}</StatusLine>
      {!active && <Alert tone="warning">{texts.inactive}</Alert>}
      <InstallCode snippet={snippet} />
      {sightings.length === 0 ? (
        <p className={classes.hint}>{texts.notSeen}</p>
      ) : (
        <ul className={classes.sightings}>
          {sightings.slice(0, 3).map(({ origin, seenAt }) => (
            <li key={origin}>
              {texts.seen(origin === 'null' ? texts.opaque : origin, moment.format(new Date(seenAt)))}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
