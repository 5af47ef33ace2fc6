import { Button, StatusLine } from '@org/ui-kit'
import { useMutation } from '@tanstack/react-query'
import { useProvenDownload } from '../../shared/use-proven-download.ts'
import { accountsTexts } from './accounts.texts.ts'
import { describeFailure } from './describe-failure.ts'

const texts = accountsTexts.account.data

/** Downloads the person's data after a proof of identity. */
export function DownloadData() {
  const downloadProven = useProvenDownload()
  const download = useMutation({ mutationFn: () => downloadProven('/api/account/export') })
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
