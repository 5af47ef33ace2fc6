import { useChatEngine, useSelectedConversation } from '@org/chat-engine/react'
import { IconButton } from '@org/ui-kit'
import { ActionMenu } from '@org/ui-kit/chat'
import { useSetAtom } from 'jotai'
import { Download, FileJson, FileText, Printer, Search } from 'lucide-react'
import { useState } from 'react'
import { LazyAnswer } from './lazy-answer.tsx'
import { findOpenAtom, printingAtom } from './thread.atoms.ts'
import classes from './thread-extras.module.css'
import thread from './thread.module.css'
import { threadTexts } from './thread.texts.ts'

/** Above the messages: the conversation's title, the way to find a text in it, and to take it along. */
export function ThreadBar() {
  const engine = useChatEngine()
  const conversation = useSelectedConversation()
  const openFind = useSetAtom(findOpenAtom)
  const print = useSetAtom(printingAtom)
  const [outcome, setOutcome] = useState<'exported' | 'failed'>()
  if (conversation === null) return null

  const run = async (take: () => Promise<void>) => {
    setOutcome(undefined)
    try {
      await take()
      setOutcome('exported')
    } catch {
      setOutcome('failed')
    }
  }
  const download = (format: 'markdown' | 'json') => async () => {
    const { downloadConversation } = await import('./download-conversation.ts')
    await downloadConversation(engine, conversation, format)
  }
  const printAll = async () => {
    const { loadWhole } = await import('./download-conversation.ts')
    await Promise.all([loadWhole(engine, conversation.key), LazyAnswer.preload()])
    print(true)
  }
  return (
    <>
      <div className={thread.bar}>
        {/* The page heading contains the title for everyone else. */}
        <span className={classes.title} dir="auto" aria-hidden="true">
          {conversation.title}
        </span>
        <IconButton
          size="small"
          label={threadTexts.find}
          icon={<Search />}
          onClick={() => {
            openFind(true)
          }}
        />
        <ActionMenu
          label={threadTexts.more}
          icon={<Download />}
          actions={[
            {
              id: 'markdown',
              label: threadTexts.exportMarkdown,
              icon: <FileText />,
              onSelect: () => void run(download('markdown')),
            },
            {
              id: 'json',
              label: threadTexts.exportJson,
              icon: <FileJson />,
              onSelect: () => void run(download('json')),
            },
            { id: 'print', label: threadTexts.print, icon: <Printer />, onSelect: () => void run(printAll) },
          ]}
        />
      </div>
      {outcome === 'failed' && (
        <p role="alert" className={classes.failure}>
          {threadTexts.exportFailed}
        </p>
      )}
    </>
  )
}
