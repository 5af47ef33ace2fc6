import { kit } from '@org/languages'
import { defaultLimits } from '@org/chat-engine'
import { useComposer } from '@org/chat-engine/react'
import { Composer } from '@org/ui-kit/chat'
import { useEffect, useRef } from 'react'
import classes from './chat.module.css'
import { Pickers } from './pickers.tsx'
import { useAsk } from './use-ask.ts'
import { useAttach, useAttachments } from './use-attachments.ts'
import { useEditLast } from './use-edit-last.ts'

/** Composer bound to the engine: disabled until the disclaimer is acknowledged. */
export function ChatComposer({ threadKey }: { threadKey: string | undefined }) {
  const rootRef = useRef<HTMLDivElement>(null)
  const { text, setText, stop, isRunning, disabledBy } = useComposer()
  const ask = useAsk()
  const attach = useAttach()
  const { items, refusals, dismissRefusals, remove } = useAttachments()
  const editLast = useEditLast()
  const usable = disabledBy === null

  const focusedFor = useRef<string>(undefined)

  useEffect(() => {
    if (!usable || focusedFor.current === threadKey) return
    focusedFor.current = threadKey
    // On a touch screen the focus would bring the keyboard up over the conversation.
    if (!matchMedia('(pointer: coarse)').matches) rootRef.current?.querySelector('textarea')?.focus()
  }, [usable, threadKey])

  return (
    <div ref={rootRef} className={classes.composer}>
      <Composer
        labels={kit.composer}
        value={text}
        onValueChange={setText}
        onSend={(question) => {
          dismissRefusals()
          ask(question)
        }}
        streaming={isRunning}
        onStop={stop}
        disabled={!usable}
        maxCharacters={defaultLimits.textCharacters}
        problem={refusals.length > 0 && refusals.map((refusal) => <p key={refusal}>{refusal}</p>)}
        attachments={items}
        onAttach={attach}
        onRemoveAttachment={remove}
        onEditLast={editLast}
        pickers={<Pickers />}
      />
    </div>
  )
}
