import { Button } from '@org/ui-kit'
import type { ReactNode, RefObject } from 'react'

/** Asks for the next page of a list, and leads to what that begins with: after the last page the button is gone. */
export function OlderButton({
  pages,
  listRef,
  children,
}: {
  pages: { isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  /** The list, whose items can take the focus. */
  listRef: RefObject<HTMLOListElement | null>
  children: ReactNode
}) {
  async function showOlder(): Promise<void> {
    const known = listRef.current?.children.length ?? 0
    await pages.fetchNextPage()
    // The loaded items are rendered after the next paint.
    requestAnimationFrame(() => {
      const first = listRef.current?.children[known]
      if (first instanceof HTMLElement) first.focus()
    })
  }

  return (
    <div>
      <Button busy={pages.isFetchingNextPage} onClick={() => void showOlder()}>
        {children}
      </Button>
    </div>
  )
}
