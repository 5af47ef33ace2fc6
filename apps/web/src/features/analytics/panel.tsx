import { Alert, Button, Skeleton } from '@org/ui-kit'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import classes from './analytics.module.css'
import { analyticsTexts as texts } from './analytics.texts.ts'

/** The call that a panel stands on, where it stands, and its picture. */
export interface PanelProps {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'isPending' | 'refetch'>
  /** Error text when the call fails. */
  error: string
  /** True for a panel on a row of its own. @default false */
  wide?: boolean
  /** @default nothing yet */
  children?: ReactNode
}

/**
 * A part of a dashboard that stands on one call: its place while that is under way, the call's own error with a way to
 * try again, and else its picture. A call that fails leaves the other parts alone.
 */
export function Panel({ query, error, wide = false, children }: PanelProps) {
  return (
    <section className={classes.panel} data-wide={wide} aria-busy={query.isFetching}>
      {query.isError && (
        <Alert
          tone="danger"
          action={
            <Button
              size="small"
              busy={query.isFetching}
              onClick={() => {
                void query.refetch()
              }}
            >
              {texts.retry}
            </Button>
          }
        >
          {error}
        </Alert>
      )}
      {children}
      {query.isPending && <Skeleton lines={6} label={texts.loading} />}
    </section>
  )
}
