import { includesAction, type MemberAction, type Session } from '@org/api-client'

/** Returns whether a session may do an action on the data of a client: the server decides, screens show its controls. */
export function may({ role, organisation }: Session, action: MemberAction): boolean {
  if (role === 'admin') return true
  return role === 'client' && organisation ? includesAction(organisation.role, action) : false
}
