import type { Page } from './conversations.ts'
import { amount, flag, id, list, maybe, oneOf, or, shape, toWire, words } from '../decode.ts'
import type { CallOptions, Http } from '../http.ts'

/** The widgets that a budget is about. */
export type BudgetScope = 'deployment' | 'client' | 'widget'

/** Fields of a budget that an administrator sets. */
export interface BudgetDraft {
  scope: BudgetScope
  /** Id of the client or the widget; null for the deployment. */
  subjectId: string | null
  /** Millionths of the currency. */
  amountMicros: number
  /** Share of the amount from which an alert is sent. */
  alertPercent: number
  /** Refuses questions once the amount is spent. */
  hardStop: boolean
}

/** Money that answers may cost in a UTC month. */
export interface Budget extends BudgetDraft {
  id: string
  /** Email of the client, or name of the widget. */
  subject: string | null
  spentMicros: number
  /** Answers of the month. */
  answers: number
  /** Those of models whose price is unknown: `spentMicros` does not contain them. */
  unpriced: number
  /** `alert`: the share is reached. `spent`: the amount is. `stopped`: it is, and questions are refused. */
  state: 'within' | 'alert' | 'spent' | 'stopped'
}

/** The budgets of a month. */
export interface BudgetList {
  /** ISO 4217 code. */
  currency: string
  /** First UTC day of the month. */
  month: string
  items: Budget[]
}

/** The price of a model, for a million tokens. */
export interface ModelPrice {
  model: string
  inputPerMillion: number
  outputPerMillion: number
}

/** The price of a model, where it comes from, and its answers of the last 30 days. */
export interface KnownModel {
  model: string
  /** Null where the price is unknown. */
  inputPerMillion: number | null
  outputPerMillion: number | null
  source: 'saved' | 'configuration' | 'built_in' | 'unknown'
  answers: number
}

/** Prices of models. */
export interface ModelPriceList {
  /** ISO 4217 code. */
  currency: string
  items: KnownModel[]
}

/** Kind of an alert. `budget_stop`: a budget is spent. */
export type AlertKind = 'safety' | 'gaps' | 'failures' | 'budget' | 'budget_stop'

/** An alert for administrators. */
export interface OperationAlert {
  id: string
  kind: AlertKind
  at: string
  /** Email of the client whose widgets it is about; null for the deployment. */
  client: string | null
  /** Category of a danger, or name of the budget's client or widget; else empty. */
  subject: string
  /** Counted answers, or spent millionths of the currency. */
  count: number
  /** The total that `count` is a part of, or the amount of the budget. */
  total: number | null
  /** Usual count among as many answers or in as long a time. */
  usual: number | null
  /** True when an email was sent to the administrators. */
  mailed: boolean
  seenBy: string | null
  seenAt: string | null
}

/** A page of alerts. */
export interface AlertPage extends Page<OperationAlert> {
  /** ISO 4217 code. */
  currency: string
}

/** A class of data about answers. */
export type DataClass = 'records' | 'texts' | 'ratings' | 'interactions' | 'figures'

/** Days by class of data; null leaves a class to the deployment, or to its configuration. */
export type RetentionRules = Record<DataClass, number | null>

/** The retention of data about answers. */
export interface Retention {
  /** Longest periods in days, by the configuration of the server. */
  limits: Record<DataClass, number>
  deployment: { rules: RetentionRules; effective: Record<DataClass, number> }
  /** Clients with rules of their own. The shorter period of client and deployment applies. */
  clients: {
    id: string
    email: string
    rules: RetentionRules
    effective: Record<DataClass, number>
  }[]
  ranAt: string | null
  /** Deletions of the newest runs. */
  report: { at: string; client: string | null; dataClass: DataClass; days: number; deleted: number }[]
}

/** The time of weekly e-mails. */
export interface WeeklyReportTime {
  enabled: boolean
  /** 1 is Monday, 7 Sunday. */
  weekday: number
  /** UTC hour. */
  hour: number
}

/** The time of weekly e-mails, and the next one. */
export interface WeeklyReport extends WeeklyReportTime {
  nextAt: string | null
}

/** The caller's choice about the weekly e-mail. */
export interface ReportChoice {
  subscribed: boolean
  /** Null: the language in which the account last opened its dashboard. */
  language: 'en' | 'es' | 'ar' | null
}

/** The calls about budgets, prices, alerts, retention and weekly e-mails. */
export interface OperationCalls {
  budgets: (options?: CallOptions) => Promise<BudgetList>
  saveBudget: (budget: BudgetDraft, options?: CallOptions) => Promise<void>
  deleteBudget: (budgetId: string, options?: CallOptions) => Promise<void>
  modelPrices: (options?: CallOptions) => Promise<ModelPriceList>
  /** Replaces the stored prices. They apply to later answers. */
  saveModelPrices: (
    prices: { currency: string; prices: readonly ModelPrice[] },
    options?: CallOptions,
  ) => Promise<ModelPriceList>
  /** Alerts, the newest first. */
  alerts: (
    options?: CallOptions & {
      kind?: AlertKind | undefined
      limit?: number | undefined
      cursor?: string | null | undefined
    },
  ) => Promise<AlertPage>
  markAlertSeen: (alertId: string, options?: CallOptions) => Promise<void>
  retention: (options?: CallOptions) => Promise<Retention>
  /** Sets the rules of a client, or with null of the deployment. */
  saveRetention: (clientId: string | null, rules: RetentionRules, options?: CallOptions) => Promise<Retention>
  /** Counts what the next run would delete with other rules, by class. */
  previewRetention: (
    clientId: string | null,
    rules: RetentionRules,
    options?: CallOptions,
  ) => Promise<Record<DataClass, number>>
  weeklyReport: (options?: CallOptions) => Promise<WeeklyReport>
  saveWeeklyReport: (time: WeeklyReportTime, options?: CallOptions) => Promise<WeeklyReport>
  reportChoice: (options?: CallOptions) => Promise<ReportChoice>
  saveReportChoice: (choice: ReportChoice, options?: CallOptions) => Promise<ReportChoice>
}

const count = or(amount, 0)
const currency = words

const decodeBudgets = shape<BudgetList>({
  currency,
  month: words,
  items: list(
    shape<Budget>({
      id,
      scope: oneOf('deployment', 'client', 'widget'),
      subjectId: or(id, null),
      subject: maybe,
      amountMicros: amount,
      alertPercent: or(amount, 100),
      hardStop: or(flag, false),
      spentMicros: count,
      answers: count,
      unpriced: count,
      state: or(oneOf('within', 'alert', 'spent', 'stopped'), 'within'),
    }),
  ),
})

const decodePrices = shape<ModelPriceList>({
  currency,
  items: list(
    shape<KnownModel>({
      model: words,
      inputPerMillion: or(amount, null),
      outputPerMillion: or(amount, null),
      source: or(oneOf('saved', 'configuration', 'built_in', 'unknown'), 'unknown'),
      answers: count,
    }),
  ),
})

const decodeAlerts = shape<AlertPage>({
  items: list(
    shape<OperationAlert>({
      id,
      kind: oneOf('safety', 'gaps', 'failures', 'budget', 'budget_stop'),
      at: words,
      client: maybe,
      subject: words,
      count,
      total: or(amount, null),
      usual: or(amount, null),
      mailed: or(flag, false),
      seenBy: maybe,
      seenAt: maybe,
    }),
  ),
  nextCursor: or(id, null),
  currency,
})

const days = or(amount, null)
const decodeRules = shape<RetentionRules>({
  records: days,
  texts: days,
  ratings: days,
  interactions: days,
  figures: days,
})
const decodeDays = shape<Record<DataClass, number>>({
  records: amount,
  texts: amount,
  ratings: amount,
  interactions: amount,
  figures: amount,
})

const decodePreview = shape<{ deleted: Record<DataClass, number> }>({ deleted: decodeDays })

const decodeRetention = shape<Retention>({
  limits: decodeDays,
  deployment: shape<Retention['deployment']>({ rules: decodeRules, effective: decodeDays }),
  clients: or(
    list(
      shape<Retention['clients'][number]>({
        id,
        email: words,
        rules: decodeRules,
        effective: decodeDays,
      }),
    ),
    [],
  ),
  ranAt: maybe,
  report: or(
    list(
      shape<Retention['report'][number]>({
        at: words,
        client: maybe,
        dataClass: oneOf('records', 'texts', 'ratings', 'interactions', 'figures'),
        days: count,
        deleted: count,
      }),
    ),
    [],
  ),
})

const decodeWeekly = shape<WeeklyReport>({
  enabled: or(flag, false),
  weekday: or(amount, 1),
  hour: count,
  nextAt: maybe,
})

const decodeChoice = shape<ReportChoice>({
  subscribed: or(flag, true),
  language: or(oneOf('en', 'es', 'ar'), null),
})

const admin = '/api/admin'
const weekly = `${admin}/weekly-report`
const choice = '/api/account/weekly-report'

/** The calls of {@link OperationCalls}. */
export function createOperationCalls({ call, tell }: Http): OperationCalls {
  return {
    budgets: ({ signal } = {}) => call(decodeBudgets, { path: `${admin}/budgets`, signal }),
    saveBudget: (budget, { signal } = {}) =>
      tell({ method: 'PUT', path: `${admin}/budgets`, body: budget, signal }),
    deleteBudget: (budgetId, { signal } = {}) =>
      tell({ method: 'DELETE', path: `${admin}/budgets/${encodeURIComponent(budgetId)}`, signal }),
    modelPrices: ({ signal } = {}) => call(decodePrices, { path: `${admin}/model-prices`, signal }),
    saveModelPrices: ({ prices, ...rest }, { signal } = {}) =>
      call(decodePrices, {
        method: 'PUT',
        path: `${admin}/model-prices`,
        body: { ...rest, prices: prices.map(toWire) },
        signal,
      }),
    alerts: ({ signal, ...query } = {}) =>
      call(decodeAlerts, { path: `${admin}/alerts`, query: { ...query }, signal }),
    markAlertSeen: (alertId, { signal } = {}) =>
      tell({ method: 'POST', path: `${admin}/alerts/${encodeURIComponent(alertId)}/seen`, signal }),
    retention: ({ signal } = {}) => call(decodeRetention, { path: `${admin}/retention`, signal }),
    saveRetention: (clientId, rules, { signal } = {}) =>
      call(decodeRetention, {
        method: 'PUT',
        path: `${admin}/retention`,
        body: { clientId, rules },
        signal,
      }),
    previewRetention: async (clientId, rules, { signal } = {}) => {
      const { deleted } = await call(decodePreview, {
        method: 'POST',
        path: `${admin}/retention/preview`,
        body: { clientId, rules },
        signal,
      })
      return deleted
    },
    weeklyReport: ({ signal } = {}) => call(decodeWeekly, { path: weekly, signal }),
    saveWeeklyReport: (time, { signal } = {}) =>
      call(decodeWeekly, { method: 'PUT', path: weekly, body: time, signal }),
    reportChoice: ({ signal } = {}) => call(decodeChoice, { path: choice, signal }),
    saveReportChoice: (chosen, { signal } = {}) =>
      call(decodeChoice, { method: 'PUT', path: choice, body: chosen, signal }),
  }
}
