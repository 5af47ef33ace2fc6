import { kit } from '@org/languages'
import { useMessage, useThread } from '@org/chat-engine/react'
import { ProductDialog, SourcesDialog, SourcesPanel } from '@org/ui-kit/chat'
import { useAtom } from 'jotai'
import { useMemo } from 'react'
import { citedNumbers } from './answer-content.ts'
import { dialogAtom } from './chat.atoms.ts'
import { useIsWide } from './use-is-wide.ts'

/** Sources of an answer, as a side panel on wide screens and a dialog elsewhere, and the options of a product. */
export function ChatDialogs() {
  const [dialog, setDialog] = useAtom(dialogAtom)
  const thread = useThread()
  const isWide = useIsWide()
  // The panel closes with its conversation: its answer is not displayed any more.
  const sourcesOf =
    dialog?.kind === 'sources' && thread?.messageKeys.includes(dialog.messageKey) === true ? dialog : null
  const message = useMessage(sourcesOf?.messageKey ?? '')
  const cited = useMemo(() => (message === undefined ? undefined : citedNumbers(message)), [message])
  const close = () => {
    setDialog(null)
  }
  const Sources = isWide ? SourcesPanel : SourcesDialog
  return (
    <>
      <Sources
        labels={kit.sources}
        open={sourcesOf !== null}
        onOpenChange={close}
        sources={message?.citations ?? []}
        chosen={sourcesOf?.numbers}
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
