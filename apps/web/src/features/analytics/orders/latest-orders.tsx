import type { OrderStats } from '@org/api-client'
import { kit, localeOr } from '@org/languages'
import { Button, ConfirmDialog } from '@org/ui-kit'
import { useState } from 'react'
import { formatNumber } from '../outcomes/outcome-shares.ts'
import own from '../outcomes/outcomes.module.css'
import { formatTotals } from './format-totals.ts'
import { orderTexts as texts } from './orders.texts.ts'

type Order = OrderStats['latest'][number]

const moment = new Intl.DateTimeFormat(localeOr(undefined), { dateStyle: 'medium', timeStyle: 'short' })

/** The latest orders, closed until they are looked for, each with a button that removes it after a question, for those who may. */
export function LatestOrders({
  stats: { latest, orders },
  onRemove,
}: {
  stats: OrderStats
  onRemove: ((id: string) => void) | undefined
}) {
  const [asked, setAsked] = useState<Order | null>(null)
  return (
    <details className={own.more}>
      <summary>{texts.latest}</summary>
      <p className={own.note}>
        {onRemove !== undefined && `${texts.latestNote} `}
        {latest.length < orders && texts.latestOf(formatNumber(latest.length), formatNumber(orders))}
      </p>
      <ul className={own.entries} aria-label={texts.latest}>
        {latest.map((order) => (
          <li key={order.id}>
            <div>
              <p>
                <strong>{valueOf(order)}</strong> <span className={own.note}>{timeOf(order)}</span>
              </p>
              <p className={own.note}>
                <bdi>{order.products.join(', ')}</bdi>
              </p>
            </div>
            {onRemove !== undefined && (
              <Button
                size="small"
                aria-label={texts.removeOf(valueOf(order), timeOf(order))}
                onClick={() => {
                  setAsked(order)
                }}
              >
                {texts.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null)
        }}
        variant="danger"
        title={texts.removeQuestion}
        description={asked !== null && texts.removeAnswer(valueOf(asked), timeOf(asked))}
        labels={{ ...kit.confirm, confirm: texts.remove }}
        onConfirm={() => {
          if (asked !== null) onRemove?.(asked.id)
        }}
      />
    </details>
  )
}

const timeOf = ({ at }: Order) => moment.format(new Date(at))

const valueOf = ({ value }: Order) => formatTotals([value])
