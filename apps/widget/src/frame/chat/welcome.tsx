import { useChatEngine, useThread } from '@org/chat-engine/react'
import { kit } from '@org/languages'
import { Suggestions } from '@org/ui-kit/chat'
import { useChat } from '@org/ui-kit/engine'
import { useWidget } from '../widget-context.ts'
import { widgetTexts } from '../widget.texts.ts'
import classes from './welcome.module.css'

/** Empty state of a conversation: the brand's words and its starter questions, each a button that asks it. */
export function Welcome() {
  const { avatar, welcome, starters } = useWidget().config.config.appearance
  return (
    <div className={classes.welcome}>
      {avatar !== null && <img className={classes.avatar} src={avatar} alt="" />}
      <p className={classes.greeting} dir="auto" data-own={welcome === '' ? undefined : ''}>
        {welcome === '' ? widgetTexts.welcome : welcome}
      </p>
      {starters.length === 0 && <p className={classes.hint}>{widgetTexts.welcomeHint}</p>}
      <Starters questions={starters} />
    </div>
  )
}

/** Starter questions, each a button that asks it. */
export function Starters({ questions }: { questions: readonly string[] }) {
  const { view } = useChat()
  const engine = useChatEngine()
  const thread = useThread()
  return (
    <Suggestions
      labels={{ ...kit.suggestions, suggestions: widgetTexts.starters }}
      questions={questions}
      onAsk={(text) => {
        if (thread !== null) engine.send(thread.key, { text, ...view.choice.get() })
      }}
    />
  )
}
