import { createSecondFactorCalls } from '@org/api-client'
import { Button, StatusLine } from '@org/ui-kit'
import { useMutation } from '@tanstack/react-query'
import { useCalls, useServices } from '../../shared/services.ts'
import { accountsTexts } from './accounts.texts.ts'
import { describeFailure } from './describe-failure.ts'

const texts = accountsTexts.account.data

/** Downloads the person's data after a proof of identity. The file goes past our script: it may be large. */
export function DownloadData() {
  const { proofs } = useServices()
  const { accountSecondFactor } = useCalls(createSecondFactorCalls)
  const download = useMutation({
    mutationFn: async () => {
      const { proven } = await accountSecondFactor()
      if (proven || (await proofs.ask())) followDownload('/api/account/export')
    },
  })
  return (
    <>
      <Button
        busy={download.isPending}
        onClick={() => {
          download.mutate()
        }}
      >
        {texts.download}
      </Button>
      {download.isError && (
        <StatusLine tone="error">{describeFailure(download.error, () => texts.failed)}</StatusLine>
      )}
    </>
  )
}

function followDownload(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
