import type { MemberAction } from '@org/api-client'
import { may } from './may.ts'
import { useSession } from './use-session.ts'

/** Returns whether the signed-in person may do an action on the data of a client. The server decides about each call. */
export function useMay(action: MemberAction): boolean {
  return may(useSession(), action)
}
