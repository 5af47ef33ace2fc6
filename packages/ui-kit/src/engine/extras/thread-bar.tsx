import { useChatEngine, useSelectedConversation } from '@org/chat-engine/react'
import { Download, FileJson, FileText, Printer, Search, Share2 } from 'lucide-react'
import { useState } from 'react'
import { ActionMenu } from '../../chat/messages/action-menu.tsx'
import { defaultMessageLabels } from '../../chat/messages/message-bubble.tsx'
import { defaultSourcesLabels } from '../../chat/sources/sources-table.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { withDefaults } from '../../base/with-defaults.ts'
import { useChat } from '../chat-context.ts'
import { LazyAnswer } from '../thread/lazy-answer.tsx'
import { useChatTexts } from '../use-chat-texts.ts'
import bar from './bar.module.css'
import classes from './extras.module.css'

/** Bar above the messages: the conversation's title, buttons to find a text in it and to share it, and a menu to export it. */
export function ThreadBar({ onShare }: { onShare: (() => void) | undefined }) {
  const engine = useChatEngine()
  const conversation = useSelectedConversation()
  const { view, labels } = useChat()
  const texts = useChatTexts()
  const [hasFailed, setHasFailed] = useState(false)
  if (conversation === null) return null

  const run = async (take: () => Promise<void>) => {
    setHasFailed(false)
    try {
      await take()
    } catch {
      setHasFailed(true)
    }
  }
  const download = (format: 'markdown' | 'json') => async () => {
    const { downloadConversation } = await import('./download-conversation.ts')
    const headings = {
      ...withDefaults(defaultMessageLabels, labels.message),
      reviewed: texts.reviewed,
      sources: labels.sources?.title ?? defaultSourcesLabels.title,
    }
    await downloadConversation(engine, conversation, { format, headings })
  }
  const printAll = async () => {
    const { loadWhole } = await import('./download-conversation.ts')
    await Promise.all([loadWhole(engine, conversation.key), LazyAnswer.preload()])
    view.printing.set(true)
  }
  return (
    <>
      <div className={bar['bar']}>
        {/* The page heading contains the title for everyone else. */}
        <span className={classes['title']} dir="auto" aria-hidden="true">
          {conversation.title}
        </span>
        <IconButton
          size="small"
          label={texts.findInConversation}
          icon={<Search />}
          onClick={() => {
            view.finding.set(true)
          }}
        />
        {onShare && conversation.id !== null && (
          <IconButton size="small" label={texts.shareConversation} icon={<Share2 />} onClick={onShare} />
        )}
        <ActionMenu
          label={texts.exportConversation}
          icon={<Download />}
          actions={[
            {
              id: 'markdown',
              label: texts.exportMarkdown,
              icon: <FileText />,
              onSelect: () => void run(download('markdown')),
            },
            {
              id: 'json',
              label: texts.exportJson,
              icon: <FileJson />,
              onSelect: () => void run(download('json')),
            },
            { id: 'print', label: texts.print, icon: <Printer />, onSelect: () => void run(printAll) },
          ]}
        />
      </div>
      {hasFailed && (
        <p role="alert" className={classes['failure']}>
          {texts.exportFailed}
        </p>
      )}
    </>
  )
}
