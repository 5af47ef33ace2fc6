import { Button, IconButton } from '@org/ui-kit'
import { useChat } from '@org/ui-kit/engine'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useWidget } from '../widget-context.ts'
import { widgetTexts } from '../widget.texts.ts'

/** Props of {@link SignOut}. */
interface SignOutProps {
  /** True for an icon in the header, in place of a button with its words. */
  compact?: boolean
  onDone: () => void
}

/** Signs out whoever has signed in inside the frame. A visitor whom the page has identified signs out on the page. */
export function SignOut({ compact = false, onDone }: SignOutProps) {
  const { session } = useWidget().api
  const { signOut, isBusy } = useSignOut(onDone)
  if (session.isIdentified) return null
  const icon = <LogOut aria-hidden="true" />
  return compact ? (
    <IconButton
      label={widgetTexts.signOut}
      icon={icon}
      aria-disabled={isBusy}
      onClick={() => void signOut()}
    />
  ) : (
    <Button variant="ghost" size="small" icon={icon} busy={isBusy} onClick={() => void signOut()}>
      {widgetTexts.signOut}
    </Button>
  )
}

function useSignOut(onDone: () => void): { signOut: () => Promise<void>; isBusy: boolean } {
  const { api, engine } = useWidget()
  const { view } = useChat()
  const [isBusy, setIsBusy] = useState(false)
  const signOut = async (): Promise<void> => {
    if (engine === null || isBusy) return
    setIsBusy(true)
    try {
      await api.logout()
    } catch {
      // The person is still signed in: the conversations stay, and the reason is shown above the composer.
      const threadKey = engine.conversations.get().selectedKey ?? ''
      view.problem.set({ threadKey, texts: [widgetTexts.signOutFailed] })
      setIsBusy(false)
      return
    }
    await engine.reset()
    setIsBusy(false)
    onDone()
  }
  return { signOut, isBusy }
}
