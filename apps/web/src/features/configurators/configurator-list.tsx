import type { Configurator } from '@org/api-client'
import { Alert, Button, buttonClassName, EmptyState, Select, TextField } from '@org/ui-kit'
import { useId, useState, type Ref } from 'react'
import classes from './configurators.module.css'
import { configuratorsTexts as texts } from './configurators.texts.ts'
import { reasonOf, useSaving } from './editor/use-saving.ts'

const { list } = texts

type Filter = 'all' | 'active' | 'inactive'

/** Every widget, with a search and a filter. */
export function ConfiguratorList({
  headingRef,
  items,
  editedId,
  emailOf,
  onNew,
  onEdit,
  onDuplicate,
}: {
  headingRef: Ref<HTMLHeadingElement>
  items: readonly Configurator[]
  editedId: string | null
  emailOf: (clientId: string) => string
  onNew: () => void
  onEdit: (item: Configurator) => void
  onDuplicate: (item: Configurator) => void
}) {
  const id = useId()
  const [search, setSearch] = useState('')
  const { setActive } = useSaving()
  const [filter, setFilter] = useState<Filter>('all')
  const ownerOf = ({ clientOwner }: Configurator): string =>
    clientOwner === null ? list.noOwner : emailOf(clientOwner)
  const shown = items.filter(
    (item) =>
      (filter === 'all' || item.active === (filter === 'active')) &&
      [item.name, item.id, ownerOf(item)].some((text) =>
        text.toLowerCase().includes(search.trim().toLowerCase()),
      ),
  )
  return (
    <section className={classes.list} aria-labelledby={id}>
      <div className={classes.listHead}>
        <h2 id={id} ref={headingRef} tabIndex={-1} className={classes.heading}>
          {list.heading}
        </h2>
        <Button variant="primary" onClick={onNew}>
          {list.new}
        </Button>
      </div>
      {items.length === 0 ? (
        <EmptyState title={list.empty}>{list.emptyText}</EmptyState>
      ) : (
        <>
          <div className={classes.filters}>
            <TextField label={list.search} type="search" value={search} onValueChange={setSearch} />
            <Select
              label={list.status}
              value={filter}
              options={(['all', 'active', 'inactive'] as const).map((value) => ({
                value,
                label: list.filters[value],
              }))}
              onValueChange={setFilter}
            />
          </div>
          <output className={classes.hint}>
            {shown.length === 0 ? list.noMatches : countText(shown.length, items.length)}
          </output>
          {setActive.isError && <Alert tone="danger">{list.switchFailed(reasonOf(setActive.error))}</Alert>}
          <ul className={classes.items} aria-label={list.heading}>
            {shown.map((item) => (
              <Item
                key={item.id}
                item={item}
                owner={ownerOf(item)}
                isEdited={item.id === editedId}
                isSwitching={setActive.isPending && setActive.variables.id === item.id}
                onSwitch={() => setActive.mutate({ id: item.id, active: !item.active })}
                onEdit={() => onEdit(item)}
                onDuplicate={() => onDuplicate(item)}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

interface ItemProps {
  item: Configurator
  owner: string
  /** True when the editor shows it. */
  isEdited: boolean
  /** True while it is being activated or deactivated. */
  isSwitching: boolean
  onSwitch: () => void
  onEdit: () => void
  onDuplicate: () => void
}

/** One widget of the list with its actions. */
function Item({ item, owner, isEdited, isSwitching, onSwitch, onEdit, onDuplicate }: ItemProps) {
  const name = item.name || item.id
  const switchLabel = item.active ? list.deactivate : list.activate
  return (
    <li className={classes.item} data-edited={isEdited || undefined}>
      <p className={classes.itemName}>{name}</p>
      <p className={classes.itemFacts}>
        <span className={classes.badge} data-active={item.active}>
          {item.active ? list.active : list.inactive}
        </span>
        <span className={classes.owner}>{owner}</span>
      </p>
      <p className={classes.itemActions}>
        <a
          className={buttonClassName({ size: 'small' })}
          href={`/embed/${encodeURIComponent(item.id)}`}
          target="_blank"
          rel="noreferrer"
          aria-label={list.of(list.open, name)}
        >
          {list.open}
        </a>
        <Button
          size="small"
          aria-label={list.of(list.edit, name)}
          aria-current={isEdited || undefined}
          onClick={onEdit}
        >
          {list.edit}
        </Button>
        <Button
          size="small"
          variant="ghost"
          aria-label={list.of(switchLabel, name)}
          busy={isSwitching}
          onClick={onSwitch}
        >
          {switchLabel}
        </Button>
        <Button size="small" variant="ghost" aria-label={list.of(list.duplicate, name)} onClick={onDuplicate}>
          {list.duplicate}
        </Button>
      </p>
    </li>
  )
}

function countText(shown: number, all: number): string {
  return shown === all ? list.count(all) : list.countOf(shown, all)
}
