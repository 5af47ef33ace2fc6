import type { Role } from '@org/api-client/contract'

/** Rule for accounts of staff: administrators. */
export type StaffFactor = 'required' | 'optional'

/** Fields of an account that decide about its second step. */
export interface FactorAccount {
  role: Role
  isDemonstration: boolean
  hasSecondFactor: boolean
}

/** Returns whether an account must have a second factor. The password of a demonstration's accounts is public. */
export function requiresFactor(
  { role, isDemonstration }: Pick<FactorAccount, 'role' | 'isDemonstration'>,
  staffFactor: StaffFactor,
): boolean {
  return role === 'admin' && staffFactor === 'required' && !isDemonstration
}

/**
 * Returns whether a session lacks the second step: it then opens nothing else, whatever opened it. Every session is
 * checked at each use, so that no way to sign in can leave the step out.
 */
export function lacksFactor(
  account: FactorAccount,
  factorAt: Date | null,
  staffFactor: StaffFactor,
): boolean {
  if (!account.hasSecondFactor) return requiresFactor(account, staffFactor)
  return factorAt === null
}
