import { createSecondFactorCalls } from '@org/api-client'
import { useCalls, useServices } from './services.ts'

/**
 * Returns a function that downloads a file of personal data after a proof of identity. The file goes past our script: it
 * may be large.
 */
export function useProvenDownload(): (address: string) => Promise<void> {
  const { proofs } = useServices()
  const { accountSecondFactor } = useCalls(createSecondFactorCalls)
  return async (address) => {
    const { proven } = await accountSecondFactor()
    if (proven || (await proofs.ask())) follow(address)
  }
}

function follow(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
