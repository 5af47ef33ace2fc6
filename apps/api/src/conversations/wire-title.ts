import { unnamedTitle } from '@org/api-client/contract'
import { titleOf } from './conversation-title.ts'

/** The title of a conversation on the wire, where an unnamed one has {@link unnamedTitle}. */
export function toWireTitle(title: string | null): string {
  return title ?? unnamedTitle
}

/** The title of a new conversation, as it is stored: null for an unnamed one. */
export function fromWireTitle(title: string | null | undefined): string | null {
  return title === null || title === undefined || title === unnamedTitle ? null : titleOf(title)
}
