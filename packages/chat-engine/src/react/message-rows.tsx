import { Fragment, useState } from 'react'
import type { ReactNode } from 'react'

/** Props of {@link MessageRows}. */
export interface MessageRowsProps {
  /** The messages, in order: `messageKeys` of `useThread`. */
  keys: readonly string[]
  /** Draws a message's row, with its key: what `keys.map` would take. */
  children: (messageKey: string) => ReactNode
}

/**
 * The rows of a thread, side by side on the page as by `keys.map`, at a cost of a token that hardly grows with the
 * thread: React visits all siblings of a component that changes, and here they are those of its group. Rows
 * keep their state when messages come before or after them.
 * @example
 * import { MessageRows, useMessage, useThread } from '@org/chat-engine/react'
 *
 * function Message({ messageKey }: { messageKey: string }) {
 *   return <li>{useMessage(messageKey)?.text}</li>
 * }
 *
 * export function Messages() {
 *   const keys = useThread()?.messageKeys ?? []
 *   return <MessageRows keys={keys}>{(key) => <Message key={key} messageKey={key} />}</MessageRows>
 * }
 */
export function MessageRows({ keys, children }: MessageRowsProps): ReactNode {
  const [known, setKnown] = useState(() => ({ keys, groups: groupRows(keys, []) }))
  if (known.keys !== keys) setKnown({ keys, groups: groupRows(keys, known.groups) })
  return known.groups.map((group) => (
    <Fragment key={group.id}>{group.keys.map((key) => children(key))}</Fragment>
  ))
}

interface RowGroup {
  readonly id: number
  readonly keys: string[]
}

/** About the square root of a long thread's length: few rows in a group, and few groups. */
const GROUP_SIZE = 32

/** A row that moved into another group would be made anew: each stays with those that it was with. */
function groupRows(keys: readonly string[], before: readonly RowGroup[]): RowGroup[] {
  const homes = new Map(before.flatMap((group) => group.keys.map((key) => [key, group.id] as const)))
  const groups: RowGroup[] = []
  let free = before.reduce((id, group) => Math.max(id, group.id + 1), 0)
  for (const key of keys) {
    const home = homes.get(key)
    const last = groups.at(-1)
    const isOfLast = home === undefined ? last && last.keys.length < GROUP_SIZE : home === last?.id
    if (isOfLast === true) last?.keys.push(key)
    else {
      const isTaken = groups.some(({ id }) => id === home)
      groups.push({ id: home === undefined || isTaken ? free++ : home, keys: [key] })
    }
  }
  return groups
}
