import { createChatEngine } from '@org/chat-engine'
import { useThread } from '@org/chat-engine/react'
import type { Meta, Story } from '@org/config/story'
import { useEffect, useState } from 'react'
import { answerEvents, createDemoTransport, numbered } from '../../tests/demo-transport.ts'
import { ChatProvider } from '../engine/chat-provider.tsx'
import { HandoverOffer, type HandoverOfferProps } from './handover-offer.tsx'

type OfferProps = Pick<HandoverOfferProps, 'onOpen'>

/** The offer below the answer to a person who asks for one. */
function AskedOffer({ onOpen }: OfferProps) {
  const [engine] = useState(() =>
    createChatEngine({
      transport: createDemoTransport({
        send: () => Promise.resolve({ streamId: null, events: numbered(answerEvents) }),
      }),
      disclaimer: { required: false },
    }),
  )
  useEffect(() => {
    const ask = async (): Promise<void> => {
      await engine.start()
      engine.send(engine.conversations.get().selectedKey ?? '', { text: 'Can I talk to a person?' })
    }
    void ask()
  }, [engine])
  return (
    <ChatProvider engine={engine}>
      <NewestOffer onOpen={onOpen} />
    </ChatProvider>
  )
}

function NewestOffer({ onOpen }: OfferProps) {
  const thread = useThread()
  const key = thread?.messageKeys.at(-1)
  return key !== undefined && !thread?.isRunning && <HandoverOffer message={{ key }} onOpen={onOpen} />
}

const meta: Meta<OfferProps> = {
  title: 'ui-kit/handover/HandoverOffer',
  component: AskedOffer,
  argTypes: { onOpen: { action: 'onOpen' } },
}
export default meta

export const Asked: Story<OfferProps> = {}
