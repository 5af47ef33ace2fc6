import { Archive, Ellipsis, Pin, PinOff } from 'lucide-react'
import { ActionMenu } from '../messages/action-menu.tsx'
import type { ConversationSidebarLabels } from './conversation-sidebar-labels.ts'

/** Props of {@link ConversationRowMenu}. */
export interface ConversationRowMenuProps {
  title: string
  pinned: boolean
  onPin: ((pinned: boolean) => void) | undefined
  onArchive: (() => void) | undefined
  onOpenChange: (open: boolean) => void
  texts: ConversationSidebarLabels
}

/** The menu of a row: pin and archive. */
export function ConversationRowMenu({
  title,
  pinned,
  onPin,
  onArchive,
  onOpenChange,
  texts,
}: ConversationRowMenuProps) {
  const pin = onPin && {
    id: 'pin',
    label: pinned ? texts.unpin : texts.pin,
    icon: pinned ? <PinOff /> : <Pin />,
    onSelect: () => onPin(!pinned),
  }
  const archive = onArchive && {
    id: 'archive',
    label: texts.archive,
    icon: <Archive />,
    onSelect: onArchive,
  }
  return (
    <ActionMenu
      label={texts.moreActions(title)}
      icon={<Ellipsis />}
      actions={[pin, archive].flatMap((action) => action ?? [])}
      onOpenChange={onOpenChange}
    />
  )
}
