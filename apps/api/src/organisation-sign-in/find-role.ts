import type { MemberRole } from '@org/api-client/contract'
import type { ConnectionRow } from './connections.store.ts'

/** The role that a connection gives to a person in groups; null for none. The first entry of the list that fits decides. */
export function roleOfGroups(
  { groupRoles, defaultRole }: Pick<ConnectionRow, 'groupRoles' | 'defaultRole'>,
  groups: readonly string[],
): MemberRole | null {
  const own = new Set(groups)
  return groupRoles.find(({ group }) => own.has(group))?.role ?? defaultRole
}
