import { isApiError } from '@org/api-client'
import { useAccess, useChatEngine } from '@org/chat-engine/react'
import { Button, IconButton, StatusLine, TextField } from '@org/ui-kit'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useWidget } from '../widget-context.ts'
import { authTexts } from '../widget.texts.ts'
import classes from './chat.module.css'
import { NewPassword } from './new-password.tsx'

/** Props of the login and sign-up overlay. */
export interface AuthProps {
  /** Called when the person has signed in, or has closed the overlay. */
  onDone: () => void
  /** True when the chat can continue without signing in. */
  closable: boolean
}

type Mode = 'login' | 'signup'
type Outcome = { tone: 'error' | 'success' | 'busy'; text: string } | null

/**
 * Signs somebody in, or up, inside the widget. Afterwards the session is asked for again, and the question that
 * waited is sent (specification 2, section 4).
 */
export function Auth({ onDone, closable }: AuthProps) {
  const { api } = useWidget()
  const engine = useChatEngine()
  const { refresh, sendPendingPrompt } = useAccess()
  const [mode, setMode] = useState<Mode>('login')
  const [outcome, setOutcome] = useState<Outcome>(null)
  const titleId = useId()
  const formRef = useRef<HTMLFormElement>(null)

  useEffect(() => {
    formRef.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])

  const busy = outcome?.tone === 'busy'

  const enter = async (form: FormData): Promise<Outcome> => {
    const email = field(form, 'email').trim()
    const password = field(form, 'password')
    if (email === '' || password === '') return { tone: 'error', text: authTexts.required }
    if (mode === 'signup' && password !== field(form, 'confirm')) {
      return { tone: 'error', text: authTexts.mismatch }
    }
    setOutcome({ tone: 'busy', text: mode === 'login' ? authTexts.loggingIn : authTexts.signingUp })
    try {
      await api[mode]({ email, password })
    } catch (error) {
      const fallback = mode === 'login' ? authTexts.loginFailed : authTexts.signupFailed
      return { tone: 'error', text: (isApiError(error) ? error.reason : undefined) ?? fallback }
    }
    await refresh()
    if (engine.access.get().status === 'signedIn') {
      sendPendingPrompt()
      onDone()
      return null
    }
    if (mode === 'login') return { tone: 'error', text: authTexts.failed }
    // The account waits for its owner to follow the link in the e-mail.
    setMode('login')
    return { tone: 'success', text: authTexts.confirmationSent }
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const result = await enter(new FormData(event.currentTarget))
    setOutcome(result)
    if (result?.tone === 'error') formRef.current?.querySelector<HTMLElement>('input')?.focus()
  }
  const switchTo = (next: Mode): void => {
    setMode(next)
    setOutcome(null)
  }
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !closable) return
    event.preventDefault()
    onDone()
  }

  return (
    // Escape closes what can be closed; every control in it has its own keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={formRef}
      className={classes.auth}
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={closeOnEscape}
    >
      <div className={classes.authHead}>
        <h2 id={titleId}>{mode === 'login' ? authTexts.loginTitle : authTexts.signupTitle}</h2>
        {closable && <IconButton label={authTexts.close} icon={<X />} onClick={onDone} />}
      </div>
      <Credentials mode={mode} />
      <StatusLine tone={outcome?.tone ?? 'info'}>{outcome?.text}</StatusLine>
      <Button type="submit" variant="primary" wide busy={busy}>
        {authTexts[mode]}
      </Button>
      <p className={classes.authSwitch}>
        {mode === 'login' ? authTexts.toSignup : authTexts.toLogin}{' '}
        <Button variant="ghost" size="small" onClick={() => switchTo(mode === 'login' ? 'signup' : 'login')}>
          {mode === 'login' ? authTexts.signup : authTexts.login}
        </Button>
      </p>
    </form>
  )
}

/** The fields of the form; a sign-up repeats the password. */
function Credentials({ mode }: { mode: Mode }) {
  const [email, setEmail] = useState('')
  return (
    <>
      <TextField
        data-autofocus=""
        label={authTexts.email}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        onValueChange={setEmail}
      />
      {mode === 'login' ? (
        <TextField
          label={authTexts.password}
          name="password"
          type="password"
          autoComplete="current-password"
        />
      ) : (
        <>
          <NewPassword email={email} />
          <TextField label={authTexts.confirm} name="confirm" type="password" autoComplete="new-password" />
        </>
      )}
    </>
  )
}

function field(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
