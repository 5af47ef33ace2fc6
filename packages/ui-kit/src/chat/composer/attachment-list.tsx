import { X } from 'lucide-react'
import { IconButton } from '../../controls/icon-button.tsx'
import { Spinner } from '../../states/spinner.tsx'
import { VisuallyHidden } from '../../base/visually-hidden.tsx'
import type { ComposerLabels } from './composer-labels.ts'
import classes from './attachment-list.module.css'

/** A picture that waits to be sent. */
export interface ComposerAttachment {
  readonly id: string
  readonly name: string
  /** Address of its preview, which may be a `data:` or `blob:` one; null while the image is prepared: nothing is sent until then. */
  readonly previewUrl: string | null
}

interface AttachmentListProps {
  attachments: readonly ComposerAttachment[]
  onRemove: ((id: string) => void) | undefined
  texts: ComposerLabels
}

/** The pictures that wait to be sent, each with a way to take it out. */
export function AttachmentList({ attachments, onRemove, texts }: AttachmentListProps) {
  if (attachments.length === 0) return null
  return (
    <ul aria-label={texts.attachments} className={classes['list']}>
      {attachments.map(({ id, name, previewUrl }) => (
        <li key={id} className={classes['item']} title={name}>
          {previewUrl === null ? (
            <span className={classes['preparing']}>
              <Spinner />
              <span className={classes['name']}>{name}</span>
              <VisuallyHidden>{texts.preparing}</VisuallyHidden>
            </span>
          ) : (
            <img src={previewUrl} alt={name} />
          )}
          {onRemove && previewUrl !== null && (
            <IconButton
              size="small"
              className={classes['remove']}
              label={texts.removeAttachment(name)}
              icon={<X />}
              onClick={() => onRemove(id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
