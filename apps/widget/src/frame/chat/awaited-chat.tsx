import { Button, EmptyState, type LazyPartState, useIsLate } from '@org/ui-kit'
import { widgetTexts } from '../widget.texts.ts'

/**
 * Stands in the place of the messages while their code loads: nothing at first, then a way out of a load that failed or
 * does not end.
 */
export function AwaitedChat({ failed, retry }: LazyPartState) {
  const isLate = useIsLate(!failed)
  if (failed) {
    return (
      <EmptyState
        title={widgetTexts.loadFailed}
        action={
          <Button size="small" onClick={retry}>
            {widgetTexts.tryAgain}
          </Button>
        }
      />
    )
  }
  if (!isLate) return null
  return (
    <EmptyState
      title={widgetTexts.late}
      action={
        // Code that neither arrives nor fails cannot be fetched again in this document.
        <Button size="small" onClick={() => window.location.reload()}>
          {widgetTexts.reload}
        </Button>
      }
    />
  )
}
