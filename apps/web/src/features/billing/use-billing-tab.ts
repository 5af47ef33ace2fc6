import { isApiError } from '@org/api-client'
import { useMutation } from '@tanstack/react-query'
import { billingTexts as texts } from './billing.texts.ts'
import { openInTab } from './open-in-tab.ts'

/** State of opening a page of the payment service. */
export interface BillingTab<Subject> {
  open: (subject: Subject) => void
  /** For whom it is under way. */
  pending: Subject | undefined
  failure: string | undefined
  /** Signing in would help. */
  needsLogin: boolean
  /** The address that a pop-up blocker kept from opening. */
  blocked: string | undefined
}

/** Asks the server for an address and opens it in a new tab (specification 1 section 4). */
export function useBillingTab<Subject>(
  askAddress: (subject: Subject) => Promise<string>,
  error: string,
): BillingTab<Subject> {
  const mutation = useMutation({
    mutationFn: async (subject: Subject) => {
      const address = await askAddress(subject)
      return openInTab(address) ? null : address
    },
  })
  const failed = mutation.error
  const reason = isApiError(failed) ? failed.reason : undefined
  return {
    open: (subject) => {
      if (!mutation.isPending) mutation.mutate(subject)
    },
    pending: mutation.isPending ? mutation.variables : undefined,
    // Without a sentence of the server, its name is the message (specification 1, section 8).
    failure: failed === null ? undefined : texts.withMessage(error, reason ?? error),
    needsLogin: isApiError(failed) && failed.status === 401,
    blocked: mutation.data ?? undefined,
  }
}
