import { Button } from '@org/ui-kit'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { paths } from '../paths.ts'
import classes from './failure.module.css'
import { shellTexts } from './shell.texts.ts'

const texts = shellTexts.routerError

/** The router's page for an error that no screen has caught: the status or the message. */
export function RouterError() {
  const error = useRouteError()
  return (
    <main className={classes.failure}>
      <title>{texts.title}</title>
      <h1>{texts.title}</h1>
      <p>{describe(error)}</p>
      <p className={classes.actions}>
        <Button
          variant="primary"
          onClick={() => {
            window.location.reload()
          }}
        >
          {texts.reload}
        </Button>
        <a href={paths.root}>{texts.home}</a>
      </p>
    </main>
  )
}

function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  return error instanceof Error ? error.message : String(error)
}
