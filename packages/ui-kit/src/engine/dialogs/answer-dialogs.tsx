import { useMessage, useStore, useThread } from '@org/chat-engine/react'
import type { ProductOption } from '@org/citations'
import { useMemo } from 'react'
import { ProductDialog } from '../../chat/sources/product-dialog.tsx'
import { SourcesDialog } from '../../chat/sources/sources-dialog.tsx'
import { SourcesPanel } from '../../chat/sources/sources-panel.tsx'
import { citedNumbers } from '../actions/answer-content.ts'
import { useChat } from '../chat-context.ts'
import { useIsWide } from './use-is-wide.ts'

/** Props of {@link ChatDialogs}. */
export interface ChatDialogsProps {
  /** Changes the options of a product before they are shown. @default none */
  toOptions?: ((options: readonly ProductOption[]) => readonly ProductOption[]) | undefined
}

const noOptions: readonly ProductOption[] = []

/** Sources of an answer, as a panel beside a wide thread and a dialog elsewhere, and the options of a product. */
export function AnswerDialogs({ toOptions }: ChatDialogsProps) {
  const { view, labels, compact } = useChat()
  const dialog = useStore(view.dialog)
  const thread = useThread()
  const isWide = useIsWide() && !compact
  // It closes with its conversation: its answer is not displayed any more, or another account has signed in.
  const shown = dialog !== null && thread?.messageKeys.includes(dialog.messageKey) === true ? dialog : null
  const sourcesOf = shown?.kind === 'sources' ? shown : null
  const product = shown?.kind === 'product' ? shown : null
  const options = product?.options ?? noOptions
  const message = useMessage(sourcesOf?.messageKey ?? '')
  const cited = useMemo(
    () => (message === undefined || compact ? undefined : citedNumbers(message)),
    [message, compact],
  )
  const close = (): void => view.dialog.set(null)
  const Sources = isWide ? SourcesPanel : SourcesDialog
  return (
    <>
      <Sources
        labels={labels.sources}
        open={sourcesOf !== null}
        onOpenChange={close}
        sources={message?.citations ?? null}
        chosen={sourcesOf?.numbers}
        cited={cited}
      />
      <ProductDialog
        labels={labels.product}
        open={product !== null}
        onOpenChange={close}
        title={product?.name ?? ''}
        options={toOptions?.(options) ?? options}
      />
    </>
  )
}
