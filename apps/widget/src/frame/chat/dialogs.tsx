import { kit } from '@org/languages'
import { useMessage } from '@org/chat-engine/react'
import { ProductDialog, SourcesDialog } from '@org/ui-kit/chat'
import type { DialogsProps } from './dialogs-lazy.tsx'

/** The sources of an answer, and the options of a product. */
export function Dialogs({ dialog, onClose }: DialogsProps) {
  const message = useMessage(dialog?.kind === 'sources' ? dialog.messageKey : '')
  return (
    <>
      <SourcesDialog
        labels={kit.sources}
        open={dialog?.kind === 'sources'}
        onOpenChange={onClose}
        sources={message?.citations ?? []}
        chosen={dialog?.kind === 'sources' ? dialog.numbers : []}
      />
      <ProductDialog
        labels={kit.product}
        open={dialog?.kind === 'product'}
        onOpenChange={onClose}
        title={dialog?.kind === 'product' ? dialog.name : ''}
        options={dialog?.kind === 'product' ? dialog.options : []}
      />
    </>
  )
}
