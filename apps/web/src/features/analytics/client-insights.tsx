import { clientsQuery } from '../../shared/clients.queries.ts'
import { createAdminCalls, createStatsCalls } from '@org/api-client'
import type { AdminClient, Widget } from '@org/api-client'
import { Alert, Button, buttonClassName, EmptyState, Select, Skeleton } from '@org/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../shared/link.tsx'
import { useCalls } from '../../shared/services.ts'
import { useSession } from '../session/use-session.ts'
import classes from './analytics.module.css'
import {
  clientOrdersQuery,
  clientOutcomesQuery,
  clientStatsQuery,
  widgetsQuery,
} from './analytics.queries.ts'
import { analyticsTexts as texts } from './analytics.texts.ts'
import { ClientFigures, clientSections } from './client-figures.tsx'
import { before } from './day-range.ts'
import { FilterBar } from './filter-bar.tsx'
import { BudgetProgress } from './outcomes/budget-progress.tsx'
import { orderSections } from './orders/order-csv.ts'
import { Orders } from './orders/orders.tsx'
import { outcomeSections } from './outcomes/outcome-csv.ts'
import { Outcomes } from './outcomes/outcomes.tsx'
import { RangeBar } from './range-bar.tsx'
import { saveAll } from './save-all.ts'
import { useView } from './use-view.ts'
import type { View } from './use-view.ts'
import { WidgetChoice } from './widget-choice.tsx'

/** Links for an account without widgets: administrators create one, clients request one. */
export interface WidgetPaths {
  configurators: string
  contact: string
}

/** Client Insights (specification 2, section 2): a client's widgets, and for an admin any client's or all. */
export function ClientInsights({ paths }: { paths: WidgetPaths }) {
  const isAdmin = useSession().role === 'admin'
  const calls = useCalls(createStatsCalls)
  const view = useView()
  const clientId = isAdmin ? view.clientId : null
  const clients = useQuery({ ...clientsQuery(useCalls(createAdminCalls)), enabled: isAdmin })
  const widgets = useQuery(widgetsQuery(calls, clientId))
  const isUnknown = clientId !== null && clients.data?.some(({ id }) => id === clientId) === false
  return (
    <>
      {isAdmin && <ClientPicker view={view} clients={clients.data ?? []} />}
      {isUnknown && <Alert tone="warning">{texts.unknownClient}</Alert>}
      {!isUnknown && widgets.isError && (
        <Alert
          tone="danger"
          action={
            <Button
              size="small"
              busy={widgets.isFetching}
              onClick={() => {
                void widgets.refetch()
              }}
            >
              {texts.retry}
            </Button>
          }
        >
          {texts.errors.widgets}
        </Alert>
      )}
      {!isUnknown && widgets.isPending && <Skeleton lines={4} label={texts.loading} />}
      {!isUnknown && widgets.data !== undefined && (
        <Insights view={view} clientId={clientId} widgets={widgets.data} isAdmin={isAdmin} paths={paths} />
      )}
    </>
  )
}

function ClientPicker({ view, clients }: { view: View; clients: readonly AdminClient[] }) {
  return (
    <div className={classes.client}>
      <Select
        label={texts.client}
        value={view.clientId ?? ''}
        options={[
          { value: '', label: texts.allClients },
          ...clients.map(({ id, email }) => ({ value: id, label: email })),
        ]}
        onValueChange={(id) => {
          view.change({ client: id === '' ? null : id, widgets: null })
        }}
      />
    </div>
  )
}

function NoWidgets({ isAdmin, paths }: { isAdmin: boolean; paths: WidgetPaths }) {
  const { text, action } = isAdmin ? texts.noWidgets.admin : texts.noWidgets.client
  return (
    <EmptyState
      title={texts.empty.widgets}
      action={
        <Link
          to={isAdmin ? paths.configurators : paths.contact}
          className={buttonClassName({ size: 'small' })}
        >
          {action}
        </Link>
      }
    >
      {text}
    </EmptyState>
  )
}

function Insights({
  view,
  clientId,
  widgets,
  isAdmin,
  paths,
}: {
  view: View
  clientId: string | null
  widgets: readonly Widget[]
  isAdmin: boolean
  paths: WidgetPaths
}) {
  const calls = useCalls(createStatsCalls)
  const ids = widgets.map(({ id }) => id)
  // All by default, and kept to those that still exist (specification 2, section 4).
  const chosen = view.widgets === null ? ids : ids.filter((id) => view.widgets?.includes(id))
  const asked = { clientId, widgets: chosen, filter: view.filter }
  const enabled = chosen.length > 0
  const stats = useQuery({ ...clientStatsQuery(calls, { ...asked, range: view.range }), enabled })
  const earlier = useQuery({
    ...clientStatsQuery(calls, { ...asked, range: before(view.range) }),
    enabled: enabled && view.isComparing,
  })
  const compared = view.isComparing ? earlier.data : undefined
  const outcomes = useQuery({ ...clientOutcomesQuery(calls, { ...asked, range: view.range }), enabled })
  const earlierOutcomes = useQuery({
    ...clientOutcomesQuery(calls, { ...asked, range: before(view.range) }),
    enabled: enabled && view.isComparing,
  })
  const orders = useQuery({
    ...clientOrdersQuery(calls, { clientId, widgets: chosen, range: view.range }),
    enabled,
  })
  if (widgets.length === 0) return <NoWidgets isAdmin={isAdmin} paths={paths} />
  return (
    <>
      <WidgetChoice
        widgets={widgets}
        chosen={chosen}
        onChange={(next) => {
          view.change({ widgets: next.length === ids.length ? null : next.join(',') || 'none' })
        }}
      />
      <RangeBar
        view={view}
        updatedAt={stats.dataUpdatedAt}
        isFetching={stats.isFetching}
        onRefresh={() => {
          void stats.refetch()
          void outcomes.refetch()
          void orders.refetch()
        }}
        onSaveAll={
          enabled && stats.data !== undefined
            ? () => {
                saveAll(texts.clientTitle, view, [
                  ...clientSections(stats.data, compared, view.interval),
                  ...(outcomes.data === undefined ? [] : outcomeSections(outcomes.data, view.interval)),
                  ...(orders.data === undefined ? [] : orderSections(orders.data)),
                ])
              }
            : undefined
        }
      />
      {/* It stands there empty, so that what comes is announced. */}
      <div aria-live="polite">{!enabled && <p className={classes.empty}>{texts.empty.selection}</p>}</div>
      {enabled && (
        <>
          <FilterBar view={view} isEmpty={stats.data?.summary.totalMessages === 0} />
          <Outcomes
            query={outcomes}
            earlier={view.isComparing ? earlierOutcomes.data : undefined}
            view={view}
          />
          <Orders query={orders} filter={view.filter} />
          {!isAdmin && <BudgetProgress />}
          <ClientFigures query={stats} earlier={compared} view={view} />
        </>
      )}
    </>
  )
}
