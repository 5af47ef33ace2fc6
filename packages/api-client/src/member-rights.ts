/** Roles of the members of an organisation. */
export const memberRoles = ['viewer', 'editor', 'reviewer', 'owner'] as const

/** Role of a member of an organisation. */
export type MemberRole = (typeof memberRoles)[number]

/**
 * The use that a call makes of an organisation's data. `view` reads it. `edit` changes content and the appearance of widgets.
 * `review` reviews answers, closes gaps and approves answers. `manage` decides about members, keys, webhooks and visitors.
 */
export type MemberAction = 'view' | 'edit' | 'review' | 'manage'

/** Header by which a call names the organisation that its page shows. A session with another one in use gets 409. */
export const organisationHeader = 'organisation-id'

const rights: Record<MemberRole, readonly MemberAction[]> = {
  viewer: ['view'],
  editor: ['view', 'edit'],
  reviewer: ['view', 'review'],
  owner: ['view', 'edit', 'review', 'manage'],
}

/** Returns whether a role of an organisation includes an action. */
export function includesAction(role: MemberRole, action: MemberAction): boolean {
  return rights[role].includes(action)
}
