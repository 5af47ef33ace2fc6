import { kit } from '@org/languages'
import { Composer, MessageBubble } from '@org/ui-kit/chat'
import { Page } from '../../app/shell/page.tsx'
import classes from '../../features/embed/embed.module.css'
import { embedTexts } from '../../features/embed/embed.texts.ts'

const nothing = (): void => undefined

/** /embed/{cfgId}: a picture of the chat. */
export function EmbedMockRoute() {
  const { title, question, answer, placeholder, send, note } = embedTexts.mock
  return (
    <Page title={title}>
      <p>{note}</p>
      <div className={classes.mock}>
        {(['user', 'assistant'] as const).map((role) => (
          <MessageBubble labels={kit.message} key={role} role={role}>
            {role === 'user' ? question : answer}
          </MessageBubble>
        ))}
        <Composer disabled onSend={nothing} labels={{ ...kit.composer, placeholder, send }} />
      </div>
    </Page>
  )
}
