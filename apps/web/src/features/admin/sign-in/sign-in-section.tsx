import { Skeleton } from '@org/ui-kit'
import { lazy, Suspense, useState } from 'react'
import { adminTexts } from '../admin.texts.ts'
import { Section } from '../section.tsx'
import { signInTexts as texts } from './sign-in.texts.ts'

const Settings = lazy(async () => ({ default: (await import('./sign-in-settings.tsx')).SignInSettings }))

/** The sign-in of an organisation, folded away: its settings come when it is opened. */
export function SignInSection(props: { clientId: string | undefined; isAdmin: boolean }) {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <Section
      title={texts.title}
      open={isOpened}
      onOpen={() => {
        setIsOpened(true)
      }}
    >
      {isOpened && (
        <Suspense fallback={<Skeleton lines={6} label={adminTexts.loading} />}>
          <Settings {...props} />
        </Suspense>
      )}
    </Section>
  )
}
