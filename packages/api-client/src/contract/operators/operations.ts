import { z } from 'zod'
import { daySchema, idSchema, pageOf, pageQuerySchema, timestampSchema } from '../primitives.ts'

/** Limits of the operators' settings. */
export const operationLimits = {
  /** A million units of a currency, in millionths. */
  budgetMicros: 1_000_000_000_000,
  /** For a million tokens. */
  price: 100_000,
  prices: 100,
  modelCharacters: 200,
  /** About ten years. */
  days: 3660,
} as const

/** An ISO 4217 code. */
export const currencySchema = z.string().regex(/^[A-Z]{3}$/u, 'Must be a code of three capital letters.')

const micros = z.number().int().nonnegative()

/** The widgets that a budget is about. */
export const budgetScopeSchema = z.enum(['deployment', 'client', 'widget'])

/** The widgets that a budget is about. */
export type BudgetScope = z.infer<typeof budgetScopeSchema>

/** Money that answers may cost in a UTC month. */
export const budgetSchema = z.object({
  id: idSchema,
  scope: budgetScopeSchema,
  /** Id of the client or the widget; null for the deployment. */
  subject_id: idSchema.nullable(),
  /** Email of the client, or name of the widget. */
  subject: z.string().nullable(),
  /** Millionths of the currency. */
  amount_micros: micros,
  /** Share of the amount from which an alert is sent. */
  alert_percent: z.number().int(),
  /** Refuses questions once the amount is spent. */
  hard_stop: z.boolean(),
  spent_micros: micros,
  /** Answers of the month, and those of models whose price is unknown: `spent_micros` does not contain these. */
  answers: z.number().int().nonnegative(),
  unpriced: z.number().int().nonnegative(),
  /** `alert`: the share is reached. `spent`: the amount is. `stopped`: it is, and questions are refused. */
  state: z.enum(['within', 'alert', 'spent', 'stopped']),
})

/** Money that answers may cost in a UTC month. */
export type Budget = z.infer<typeof budgetSchema>

/** GET /api/admin/budgets: all for an admin; for a client those of the client and of their widgets. */
export const budgetListSchema = z.object({
  currency: z.string(),
  /** First UTC day of the month. */
  month: daySchema,
  items: z.array(budgetSchema),
})

/** The answer of GET /api/admin/budgets. */
export type BudgetList = z.infer<typeof budgetListSchema>

/** PUT /api/admin/budgets: sets the budget of a scope. */
export const budgetSaveSchema = z.object({
  scope: budgetScopeSchema,
  /** Id of the client or the widget; null for the deployment. */
  subject_id: idSchema.nullable(),
  amount_micros: z.number().int().min(1).max(operationLimits.budgetMicros),
  alert_percent: z.number().int().min(1).max(100),
  hard_stop: z.boolean(),
})

/** The body of PUT /api/admin/budgets. */
export type BudgetSave = z.infer<typeof budgetSaveSchema>

const price = z.number().min(0).max(operationLimits.price)

/** The price of a model, for a million tokens in the deployment's currency. */
export const modelPriceSchema = z.object({
  model: z.string().trim().min(1).max(operationLimits.modelCharacters),
  input_per_million: price,
  output_per_million: price,
})

/** The price of a model. */
export type ModelPrice = z.infer<typeof modelPriceSchema>

/** GET /api/admin/model-prices: stored prices, and the models of the last 30 days. */
export const modelPriceListSchema = z.object({
  currency: z.string(),
  items: z.array(
    z.object({
      model: z.string(),
      /** Null where the price is unknown. */
      input_per_million: price.nullable(),
      output_per_million: price.nullable(),
      /** `saved`: set here. `configuration`: `MODEL_COST_PER_MILLION_TOKENS`. `built_in`: costs nothing. */
      source: z.enum(['saved', 'configuration', 'built_in', 'unknown']),
      /** Answers of the last 30 days. */
      answers: z.number().int().nonnegative(),
    }),
  ),
})

/** The answer of GET /api/admin/model-prices. */
export type ModelPriceList = z.infer<typeof modelPriceListSchema>

/** PUT /api/admin/model-prices: replaces the stored prices. They apply to later answers. */
export const modelPricesSaveSchema = z.object({
  currency: currencySchema,
  prices: z.array(modelPriceSchema).max(operationLimits.prices),
})

/** The body of PUT /api/admin/model-prices. */
export type ModelPricesSave = z.infer<typeof modelPricesSaveSchema>

/** Kinds of alerts. `budget_stop`: a budget is spent. */
export const alertKindSchema = z.enum(['safety', 'gaps', 'failures', 'budget', 'budget_stop'])

/** Kind of an alert. */
export type AlertKind = z.infer<typeof alertKindSchema>

/** GET /api/admin/alerts: the newest first. */
export const alertListSchema = pageOf(
  z.object({
    id: idSchema,
    kind: alertKindSchema,
    at: timestampSchema,
    /** Email of the client whose widgets it is about; null for the deployment. */
    client: z.string().nullable(),
    /** Category of a danger, or name of the budget's client or widget; else empty. */
    subject: z.string(),
    /** Counted answers, or spent millionths of the currency. */
    count: z.number().nonnegative(),
    /** The total that `count` is a part of, or the amount of the budget; null for counts of dangers. */
    total: z.number().nonnegative().nullable(),
    /** Usual count among as many answers or in as long a time; null for budgets. */
    usual: z.number().nonnegative().nullable(),
    /** True when an email was sent to the administrators. */
    mailed: z.boolean(),
    seen_by: z.string().nullable(),
    seen_at: timestampSchema.nullable(),
  }),
).extend({ currency: z.string() })

/** The answer of GET /api/admin/alerts. */
export type AlertList = z.infer<typeof alertListSchema>

/** The query of GET /api/admin/alerts. */
export const alertQuerySchema = pageQuerySchema.extend({ kind: alertKindSchema.optional() })

/** The query of GET /api/admin/alerts. */
export type AlertQuery = z.infer<typeof alertQuerySchema>

/**
 * Classes of data about answers. `records`: whole records. `texts`: questions, answers, reasons and notes. `ratings`:
 * thumbs. `interactions`: opened sources and clicked products. `figures`: sums by day.
 */
export const dataClasses = ['records', 'texts', 'ratings', 'interactions', 'figures'] as const

/** A class of data about answers. */
export type DataClass = (typeof dataClasses)[number]

const days = z.number().int().min(1).max(operationLimits.days)

/** Days by class of data; null leaves a class to the deployment, or to its configuration. */
export const retentionRulesSchema = z.object({
  records: days.nullable(),
  texts: days.nullable(),
  ratings: days.nullable(),
  interactions: days.nullable(),
  figures: days.nullable(),
})

/** Days by class of data. */
export type RetentionRules = z.infer<typeof retentionRulesSchema>

const daysOfAll = z.object({ records: days, texts: days, ratings: days, interactions: days, figures: days })

const rows = z.number().int().min(0)
const countsOfAll = z.object({ records: rows, texts: rows, ratings: rows, interactions: rows, figures: rows })

/** GET /api/admin/retention */
export const retentionSchema = z.object({
  /** Longest periods, by the configuration of the server. */
  limits: daysOfAll,
  deployment: z.object({ rules: retentionRulesSchema, effective: daysOfAll }),
  /** Clients with rules of their own. The shorter period of client and deployment applies. */
  clients: z.array(
    z.object({
      id: idSchema,
      email: z.string(),
      rules: retentionRulesSchema,
      effective: daysOfAll,
    }),
  ),
  /** Last run of the rules; null before the first. */
  ran_at: timestampSchema.nullable(),
  /** Deletions of the newest runs, at most 100 lines. */
  report: z.array(
    z.object({
      at: timestampSchema,
      /** Email of a client with rules of their own; null for everybody else. */
      client: z.string().nullable(),
      data_class: z.enum(dataClasses),
      /** Period in days. */
      days: z.number().int(),
      deleted: z.number().int(),
    }),
  ),
})

/** The answer of GET /api/admin/retention. */
export type Retention = z.infer<typeof retentionSchema>

/** PUT /api/admin/retention: rules of a client, or with null of the deployment. A client's rules of nulls are removed. */
export const retentionSaveSchema = z.object({ client_id: idSchema.nullable(), rules: retentionRulesSchema })

/** POST /api/admin/retention/preview: what the next run would delete with these rules, by class. */
export const retentionPreviewSchema = z.object({ deleted: countsOfAll })

/** The body of PUT /api/admin/retention. */
export type RetentionSave = z.infer<typeof retentionSaveSchema>

/** PUT /api/admin/weekly-report */
export const weeklyReportSaveSchema = z.object({
  enabled: z.boolean(),
  /** Day of the week: 1 is Monday, 7 Sunday. */
  weekday: z.number().int().min(1).max(7),
  /** UTC hour. */
  hour: z.number().int().min(0).max(23),
})

/** The body of PUT /api/admin/weekly-report. */
export type WeeklyReportSave = z.infer<typeof weeklyReportSaveSchema>

/** GET /api/admin/weekly-report */
export const weeklyReportSchema = weeklyReportSaveSchema.extend({
  /** Time from which the next ones are sent; null while none are. */
  next_at: timestampSchema.nullable(),
})

/** The answer of GET /api/admin/weekly-report. */
export type WeeklyReport = z.infer<typeof weeklyReportSchema>

/** GET and PUT /api/account/weekly-report: the caller's own choice. */
export const reportChoiceSchema = z.object({
  subscribed: z.boolean(),
  /** Null: the language in which the account last opened its dashboard. */
  language: z.enum(['en', 'es', 'ar']).nullable(),
})

/** The caller's choice about the weekly e-mail. */
export type ReportChoice = z.infer<typeof reportChoiceSchema>
