import { Button, Skeleton, StatusLine, TextField } from '@org/ui-kit'
import { type ReactNode, useRef, useState } from 'react'
import { adminTexts } from './admin.texts.ts'
import { knowledgeTexts } from './knowledge/knowledge.texts.ts'
import css from './search-picker.module.css'

interface SearchPickerProps<Item> {
  label: string
  texts: {
    /** Label of the list of what was found. */
    found: string
    nothing: string
    failed: string
    add: string
  }
  /** The searched text; empty before the first search. */
  q: string
  onSearch: (q: string) => void
  /** The state of the search. */
  query: { isFetching: boolean; isPending: boolean; isError: boolean }
  /** Found items that are not added yet; undefined until the search has ended. */
  items: readonly Item[] | undefined
  keyOf: (item: Item) => string
  /** Name of the button that adds an item. */
  addLabelOf: (item: Item) => string
  onAdd: (item: Item) => void
  /** No item can be added any more. @default false */
  isFull?: boolean
  /** The shown item. */
  children: (item: Item) => ReactNode
}

/** A search whose results are added one by one to the form around it. */
export function SearchPicker<Item>({
  label,
  texts,
  q,
  onSearch,
  query,
  items,
  keyOf,
  addLabelOf,
  onAdd,
  isFull = false,
  children,
}: SearchPickerProps<Item>) {
  const [typed, setTyped] = useState(q)
  const fieldRef = useRef<HTMLInputElement>(null)
  const start = () => {
    onSearch(typed.trim())
  }
  return (
    <>
      <div className={css.search}>
        <TextField
          ref={fieldRef}
          label={label}
          type="search"
          dir="auto"
          value={typed}
          onValueChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // The field stands in a form, which it does not submit.
            event.preventDefault()
            start()
          }}
        />
        <Button onClick={start} busy={query.isFetching}>
          {knowledgeTexts.filters.search}
        </Button>
      </div>
      <StatusLine tone={query.isError ? 'error' : 'info'}>
        {query.isError ? texts.failed : items?.length === 0 && texts.nothing}
      </StatusLine>
      {q !== '' && query.isPending && <Skeleton lines={3} label={adminTexts.loading} />}
      {items !== undefined && items.length > 0 && (
        <ul className={css.items} aria-label={texts.found}>
          {items.map((item) => (
            <li key={keyOf(item)}>
              {children(item)}
              <Button
                size="small"
                aria-label={addLabelOf(item)}
                disabled={isFull}
                onClick={() => {
                  // The button goes with its item.
                  fieldRef.current?.focus()
                  onAdd(item)
                }}
              >
                {texts.add}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Focuses the search field, for a button around the search that is about to be removed. */
export function focusSearch(container: HTMLElement | null): void {
  container?.querySelector<HTMLElement>('input[type="search"]')?.focus()
}
