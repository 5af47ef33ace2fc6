import { kit } from '@org/languages'
import { Answer } from '@org/citations/react'
import '@org/citations/styles.css'
import { Button, TextField } from '@org/ui-kit'
import { Composer, MessageBubble } from '@org/ui-kit/chat'
import { useState } from 'react'
import { useParams } from 'react-router'
import { paths } from '../app/paths.ts'
import { Page } from '../app/shell/page.tsx'
import { EmbedForm, PlaceholderForm } from '../features/embed/embed-form.tsx'
import classes from '../features/embed/embed.module.css'
import { embedTexts } from '../features/embed/embed.texts.ts'
import { LoaderScript } from '../features/embed/loader-script.tsx'
import { previewAttributes } from '../features/embed/preview-query.ts'
import { useDraftCorner } from '../features/embed/use-draft-corner.ts'
import { useAddressParameters } from '../shared/use-address-parameters.ts'

const themes = ['ultra', 'modern', 'ivory', 'aurora'] as const
const sources = [
  { number: 1, title: 'Magnesium', url: 'https://ods.od.nih.gov/factsheets/Magnesium-Consumer/' },
  { number: 2, title: 'Daily Values', url: 'https://www.fda.gov/food/nutrition-facts-label' },
]
const products = { 'Magnesium Glycinate': [{ name: 'Magnesium Glycinate', price: '$18.90' }] }
const nothing = (): void => undefined

/** /widgets/demo: the four themes, and what pills and citations look like. */
export function WidgetDemoRoute() {
  const [theme, setTheme] = useState<(typeof themes)[number] | null>(null)
  const { title, intro, themes: names, preview, answer } = embedTexts.demo
  return (
    <Page title={title}>
      <p>{intro}</p>
      <div className={classes.row}>
        {themes.map((name) => (
          <Button
            key={name}
            variant={name === theme ? 'primary' : 'secondary'}
            aria-pressed={name === theme}
            onClick={() => setTheme(name)}
          >
            {names[name]}
          </Button>
        ))}
      </div>
      <h2>{preview}</h2>
      <div className={classes.mock}>
        <Answer
          labels={kit.answer}
          text={answer}
          citations={sources}
          products={products}
          onCitation={nothing}
          onProduct={nothing}
        />
      </div>
      {theme !== null && <LoaderScript attributes={{ id: `demo-${theme}`, theme, open: 'true' }} />}
    </Page>
  )
}

/** /widgets/preview/{cfgId}: the loader's script for that configurator, on a page that stands in for another site. */
export function WidgetPreviewRoute() {
  const { cfgId = '' } = useParams()
  const query = useAddressParameters()
  return (
    <Page title={embedTexts.preview.title}>
      <div className={classes.stage}>
        <p>{embedTexts.preview.note}</p>
        <div className={classes.row}>
          <Button onClick={() => void window.OrgChat?.('open', 'preview')}>{embedTexts.preview.open}</Button>
        </div>
      </div>
      <LoaderScript attributes={previewAttributes(cfgId, query)} />
    </Page>
  )
}

/** /admin/embed-preview: the same with nothing around it, for the configurator editor's frame. */
export function EmbedPreviewRoute() {
  const query = useAddressParameters()
  const draft = query.get('draft')
  const asked = { ...previewAttributes(query.get('cfg') ?? '', query), ...useDraftCorner(draft) }
  // A name of its own for each editor and corner: whether it was open is remembered by it.
  const id = `${draft ?? 'preview'}-${asked['position'] ?? ''}`
  return (
    <main className={classes.stage} aria-label={embedTexts.preview.title}>
      <title>{embedTexts.preview.title}</title>
      <LoaderScript attributes={{ ...asked, id }} />
    </main>
  )
}

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

/** /embed/login */
export function EmbedLoginRoute() {
  const query = useAddressParameters()
  const { title, submit } = embedTexts.login
  return (
    <Page title={title}>
      <EmbedForm action="/embed/login" cfg={query.get('cfg')} submit={submit} />
    </Page>
  )
}

/** /embed/signup */
export function EmbedSignupRoute() {
  const query = useAddressParameters()
  const { title, submit } = embedTexts.signup
  return (
    <Page title={title}>
      <EmbedForm action="/embed/signup" cfg={query.get('cfg')} submit={submit} />
    </Page>
  )
}

/** /embed/reset-password: leads to the site's own page. */
export function EmbedResetPasswordRoute() {
  const { title, submit } = embedTexts.resetPassword
  return (
    <Page title={title}>
      <PlaceholderForm action={paths.resetPassword} submit={submit}>
        <TextField label={embedTexts.email} type="email" autoComplete="username" />
      </PlaceholderForm>
    </Page>
  )
}

/** /embed/set-password: leads to the site's own page. */
export function EmbedSetPasswordRoute() {
  const { title, submit } = embedTexts.setPassword
  return (
    <Page title={title}>
      <PlaceholderForm action={paths.setPassword} submit={submit}>
        <TextField label={embedTexts.newPassword} type="password" autoComplete="new-password" />
        <TextField label={embedTexts.confirm} type="password" autoComplete="new-password" />
      </PlaceholderForm>
    </Page>
  )
}

/** /embed/auth/callback: the sign-in goes on in the tab that it began in. */
export function EmbedCallbackRoute() {
  const { title, text } = embedTexts.callback
  return (
    <Page title={title}>
      <p>{text}</p>
    </Page>
  )
}
