import { createChatCalls } from '@org/api-client'
import { buttonClassName } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../shared/link.tsx'
import { useCalls } from '../../shared/services.ts'
import { useSession } from '../session/use-session.ts'
import { aboutTexts } from './about.texts.ts'
import { ExampleAnswer } from './example-answer.tsx'
import classes from './site.module.css'

const texts = aboutTexts.welcome

/** The site's offer to a visitor: an example of an answer, and the chat where it is open without an account. */
export function WelcomePanel({ chatPath }: { chatPath: string }) {
  return (
    <section className={classes.welcome}>
      <h2>{texts.title}</h2>
      <p>{texts.text}</p>
      <ExampleAnswer />
      <TryLink chatPath={chatPath} />
    </section>
  )
}

/** Leads a visitor to the chat, where it is open without an account. */
export function TryLink({ chatPath }: { chatPath: string }) {
  const { loading, authenticated } = useSession()
  const isVisitor = !loading && !authenticated
  const chat = useCalls(createChatCalls)
  const { data: access } = useQuery({
    queryKey: ['anonymous-chat'],
    queryFn: ({ signal }) => chat.anonStatus({ signal }),
    enabled: isVisitor,
  })
  return (
    isVisitor &&
    access?.blocked === false && (
      <p className={classes.actions}>
        <Link to={chatPath} className={buttonClassName()}>
          {texts.tryIt}
        </Link>
      </p>
    )
  )
}
