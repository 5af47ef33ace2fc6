import { kit } from '@org/languages'
import { useMessage } from '@org/chat-engine/react'
import { ProductDialog, SourcesDialog } from '@org/ui-kit/chat'
import { useAtom } from 'jotai'
import { useMemo } from 'react'
import { citedNumbers } from './answer-content.ts'
import { dialogAtom } from './chat.atoms.ts'

/** The two dialogs that an answer opens: its sources, and the options of a product. */
export function ChatDialogs() {
  const [dialog, setDialog] = useAtom(dialogAtom)
  const message = useMessage(dialog?.kind === 'sources' ? dialog.messageKey : '')
  const cited = useMemo(() => (message === undefined ? undefined : citedNumbers(message)), [message])
  const close = () => {
    setDialog(null)
  }
  return (
    <>
      <SourcesDialog
        labels={kit.sources}
        open={dialog?.kind === 'sources'}
        onOpenChange={close}
        sources={message?.citations ?? []}
        chosen={dialog?.kind === 'sources' ? dialog.numbers : []}
        cited={cited}
      />
      <ProductDialog
        labels={kit.product}
        open={dialog?.kind === 'product'}
        onOpenChange={close}
        title={dialog?.kind === 'product' ? dialog.name : ''}
        options={dialog?.kind === 'product' ? dialog.options : []}
      />
    </>
  )
}
