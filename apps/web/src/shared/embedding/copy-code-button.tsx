import { Button, StatusLine } from '@org/ui-kit'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { installTexts as texts } from './install.texts.ts'

/** Copies the code of a widget and shows the result. Render it with a `key` of the code, so that a result never belongs to another code. */
export function CopyCodeButton({ code }: { code: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }
  return (
    <>
      <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
        {texts.copy}
      </Button>
      <StatusLine tone={outcome === 'failed' ? 'error' : 'success'}>
        {outcome !== undefined && texts[outcome]}
      </StatusLine>
    </>
  )
}
