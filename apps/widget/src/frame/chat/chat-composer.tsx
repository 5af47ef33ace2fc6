import { useStore } from '@org/chat-engine/react'
import { EngineComposer, useChat } from '@org/ui-kit/engine'
import { useEffect, useMemo } from 'react'
import { useComposerEngine } from '../engine/use-engine-state.ts'
import { useWidget } from '../widget-context.ts'
import classes from './chat.module.css'
import { LazyPickers } from './lazy-parts.tsx'
import { useFocusOnDemand } from './use-focus-on-demand.ts'

/** Composer with the author and tool pickers. Works before the engine has loaded. */
export function ChatComposer({
  settled,
  placed,
  focusCount,
  onAsk,
}: {
  /** True once the composer has been painted: later parts may load. */
  settled: boolean
  /** True once the displayed conversation is known. */
  placed: boolean
  /** Grows when the composer is to take the focus, as soon as it is usable. */
  focusCount: number
  onAsk: () => void
}) {
  const { engine, late, config } = useWidget()
  const { view } = useChat()
  const composerEngine = useComposerEngine()
  const inputRef = useFocusOnDemand(focusCount, composerEngine)
  const waiting = useStore(late.waiting)
  const authors = useOptions(config.authors)
  const tools = useOptions(config.tools)
  const { allowAttachments, composePlaceholder: placeholder } = config.config

  useEffect(() => {
    if (engine !== null && placed) late.handOver(engine, view)
  }, [engine, late, placed, view])

  return (
    <div className={classes.foot}>
      {waiting !== null && <p className={classes.waiting}>{waiting}</p>}
      <EngineComposer
        engine={composerEngine}
        labels={{ placeholder }}
        inputRef={inputRef}
        attachments={allowAttachments}
        onAsk={onAsk}
        pickers={settled && <LazyPickers authors={authors} tools={tools} />}
      />
    </div>
  )
}

/** Returns the same list for as long as the names are the same, so that the pickers are not rendered again. */
function useOptions(names: readonly string[]) {
  return useMemo(() => names.map((name) => ({ name })), [names])
}
