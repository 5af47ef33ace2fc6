import { Component } from 'react'
import type { ReactNode } from 'react'
import { Button } from '@org/ui-kit'
import classes from './failure.module.css'
import { shellTexts } from '../shell.texts.ts'

/** Outermost error boundary: shows that something went wrong, with a button that reloads the site. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override state = { crashed: false }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <main className={classes.failure}>
        <h1>{shellTexts.crash.title}</h1>
        <p className={classes.actions}>
          <Button
            variant="primary"
            onClick={() => {
              window.location.reload()
            }}
          >
            {shellTexts.crash.reload}
          </Button>
        </p>
      </main>
    )
  }
}
