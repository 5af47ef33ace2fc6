import type { FactorReason, Role } from '@org/api-client/contract'

/** Rule of the deployment for a group of accounts. */
export type FactorRule = 'required' | 'optional'

/** Rules of the deployment. */
export interface FactorRules {
  /** For administrators. */
  staffFactor: FactorRule
  /** For every account. */
  accountFactor: FactorRule
}

/** Fields of an account that decide about its second step. */
export interface FactorAccount {
  role: Role
  isDemonstration: boolean
  hasSecondFactor: boolean
  /** True for a member of an organisation that requires a second factor. */
  organisationRequiresFactor: boolean
}

/**
 * Returns why an account must have a second factor; undefined where it need not. The password of a demonstration's accounts
 * is public.
 */
export function factorReason(
  { role, isDemonstration, organisationRequiresFactor }: Omit<FactorAccount, 'hasSecondFactor'>,
  { staffFactor, accountFactor }: FactorRules,
): FactorReason | undefined {
  if (isDemonstration) return undefined
  if (role === 'admin' && staffFactor === 'required') return 'staff'
  if (accountFactor === 'required') return 'everybody'
  return organisationRequiresFactor ? 'organisation' : undefined
}

/**
 * Returns whether a session lacks the second step: it then opens nothing else, whatever opened it. Every session is
 * checked at each use, so that no way to sign in can leave the step out.
 */
export function lacksFactor(account: FactorAccount, factorAt: Date | null, rules: FactorRules): boolean {
  if (!account.hasSecondFactor) return factorReason(account, rules) !== undefined
  return factorAt === null
}
