import type { MembershipCalls } from '@org/api-client'
import { queryOptions } from '@tanstack/react-query'

/** Reads the token of an invitation from the fragment of its link; null without one. */
export function readInvitationToken(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/u, '')).get('token') || null
}

/** The invitation behind a link. Its next step depends on who is signed in. */
export function invitationQuery(
  { previewMemberInvitation }: MembershipCalls,
  token: string,
  reader: string | null,
) {
  return queryOptions({
    queryKey: ['invitation', token, reader],
    queryFn: ({ signal }) => previewMemberInvitation(token, { signal }),
    retry: false,
    staleTime: 0,
  })
}
