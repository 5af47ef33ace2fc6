import { isApiError } from '@org/api-client'
import { Button } from '@org/ui-kit'
import { Component } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './failure.module.css'
import { shellTexts } from '../shell.texts.ts'

const texts = shellTexts.routerError

/** Shows the router's page in the place of a screen that failed, until another address is shown. */
export function RouterError({ children }: { children: ReactNode }) {
  return <Boundary address={useLocation().key}>{children}</Boundary>
}

interface BoundaryProps {
  address: string
  children: ReactNode
}

interface BoundaryState {
  address: string
  failure: { error: unknown } | null
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ address }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return address === state.address ? null : { address, failure: null }
  }

  override state: BoundaryState = { address: this.props.address, failure: null }

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : <Failure error={failure.error} />
  }
}

/** The page for an error that no screen has caught: the status or the message. */
function Failure({ error }: { error: unknown }) {
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
  if (isApiError(error) && error.status !== undefined) return `${error.status} ${error.message}`
  return error instanceof Error ? error.message : String(error)
}
