import { createManagedAccountCalls, type ManagedAccount, type ManagedAccountFilters } from '@org/api-client'
import { Button, EmptyState, Skeleton } from '@org/ui-kit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from '../../../shared/link.tsx'
import { useCalls } from '../../../shared/services.ts'
import classes from '../admin.module.css'
import { adminTexts } from '../admin.texts.ts'
import { formatTime } from '../format-time.ts'
import { LoadFailure } from '../load-failure.tsx'
import { OlderButton } from '../older-button.tsx'
import list from '../operators/entry-list.module.css'
import { OptionalSelect } from '../optional-select.tsx'
import { SearchFilter } from '../search-filter.tsx'
import { accountsQuery } from './accounts.queries.ts'
import { accountTexts as texts } from './accounts.texts.ts'
import { accountRoles, accountStates, useAccountFilters } from './use-account-filters.ts'

/** The accounts of all people, with filters. */
export function AccountsScreen({ accountPath }: { accountPath: (id: string) => string }) {
  const { filters, applied, change } = useAccountFilters()
  const accounts = useInfiniteQuery(accountsQuery(useCalls(createManagedAccountCalls), applied))
  const listRef = useRef<HTMLOListElement>(null)
  const items = accounts.data?.pages.flatMap((page) => page.items)
  return (
    <div className={classes.stack}>
      <Filters filters={filters} change={change} />
      {accounts.isPending && <Skeleton lines={8} label={adminTexts.loading} />}
      {accounts.isError && <LoadFailure query={accounts} />}
      {items?.length === 0 && <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
      {items !== undefined && items.length > 0 && (
        <ol ref={listRef} className={list.entries} aria-label={texts.list}>
          {items.map((account) => (
            <li key={account.id} tabIndex={-1}>
              <AccountEntry account={account} path={accountPath(account.id)} />
            </li>
          ))}
        </ol>
      )}
      {accounts.hasNextPage && (
        <OlderButton pages={accounts} listRef={listRef}>
          {texts.older}
        </OlderButton>
      )}
    </div>
  )
}

function Filters({
  filters,
  change,
}: {
  filters: ManagedAccountFilters
  change: (filters: ManagedAccountFilters) => void
}) {
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <search aria-label={texts.filters.label} className={list.form}>
      <SearchFilter
        label={texts.filters.search}
        value={filters.q}
        onChange={(q) => {
          change({ ...filters, q })
        }}
      />
      <div className={list.pair}>
        <OptionalSelect
          label={texts.filters.role}
          noneLabel={texts.filters.all}
          values={accountRoles}
          labelOf={(role) => texts.roles[role]}
          value={filters.role}
          onChoose={(role) => {
            change({ ...filters, role })
          }}
        />
        <OptionalSelect
          label={texts.filters.state}
          noneLabel={texts.filters.all}
          values={accountStates}
          labelOf={(state) => texts.states[state]}
          value={filters.state}
          onChoose={(state) => {
            change({ ...filters, state })
          }}
        />
      </div>
      {isFiltered && (
        <div>
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              change({})
            }}
          >
            {texts.filters.clear}
          </Button>
        </div>
      )}
    </search>
  )
}

function AccountEntry({ account, path }: { account: ManagedAccount; path: string }) {
  const { email, role, state, secondFactor, createdAt, sessionCount, lastUsedAt } = account
  return (
    <div className={list.what}>
      <p className={list.name}>
        <Link to={path}>
          <bdi dir="ltr">{email}</bdi>
        </Link>
      </p>
      <p className={list.tags}>
        <span className={list.tag}>{texts.roles[role ?? 'user']}</span>
        {state !== 'active' && <span className={list.tag}>{texts.states[state]}</span>}
        {secondFactor && <span className={list.tag}>{texts.secondFactor}</span>}
      </p>
      <p className={classes.muted}>
        {texts.created(formatTime(createdAt))}
        {` · ${texts.sessionCount(sessionCount)}`}
        {lastUsedAt !== null && ` · ${texts.lastUsed(formatTime(lastUsedAt))}`}
      </p>
    </div>
  )
}
