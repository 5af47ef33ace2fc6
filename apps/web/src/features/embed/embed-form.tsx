import { Button, TextField } from '@org/ui-kit'
import type { ReactNode } from 'react'
import classes from './embed.module.css'
import { embedTexts } from './embed.texts.ts'

/** A plain form to `/embed/login` or `/embed/signup`, which the server answers with the widget's page. */
export function EmbedForm({ action, cfg, submit }: { action: string; cfg: string | null; submit: string }) {
  const query = cfg === null ? '' : `?${new URLSearchParams({ cfg }).toString()}`
  return (
    <form className={classes.form} method="post" action={`${action}${query}`}>
      <TextField label={embedTexts.email} name="email" type="email" autoComplete="username" required />
      <TextField
        label={embedTexts.password}
        name="password"
        type="password"
        autoComplete={action.endsWith('login') ? 'current-password' : 'new-password'}
        required
      />
      <input type="hidden" name="redirect" value={cfg === null ? '/embed' : `/embed/${cfg}`} />
      <Button type="submit" variant="primary">
        {submit}
      </Button>
    </form>
  )
}

/** A form that stands in for a flow of the site's own pages, and leads there. */
export function PlaceholderForm({
  action,
  submit,
  children,
}: {
  action: string
  submit: string
  children: ReactNode
}) {
  return (
    <form className={classes.form} method="get" action={action}>
      {children}
      <Button type="submit" variant="primary">
        {submit}
      </Button>
    </form>
  )
}
