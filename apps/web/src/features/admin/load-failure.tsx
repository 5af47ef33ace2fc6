import { Alert, Button } from '@org/ui-kit'
import { adminTexts } from './admin.texts.ts'

/** Shown in place of what could not be loaded. */
export function LoadFailure({ query }: { query: { isFetching: boolean; refetch: () => unknown } }) {
  return (
    <Alert
      tone="danger"
      action={
        <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          {adminTexts.retry}
        </Button>
      }
    >
      {adminTexts.loadError}
    </Alert>
  )
}
