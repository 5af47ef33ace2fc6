import { ProofDialog } from '../features/accounts/second-factor/proof-dialog.tsx'
import { useServices } from '../shared/services.ts'

/** The dialog that asks for a proof of identity, over any page. */
export function ProofRoute() {
  const { proofs } = useServices()
  return <ProofDialog onAnswer={proofs.answer} />
}
