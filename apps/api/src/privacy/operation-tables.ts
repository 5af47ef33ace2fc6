import { sql } from 'drizzle-orm'
import { purgeAlerts } from '../alerts/alerts.store.ts'
import { purgeKeys } from '../api-keys/api-keys.store.ts'
import { purgeDeliveries } from '../webhooks/events/event-sender.ts'
import { purgeReports } from '../weekly-reports/reports.store.ts'
import { none } from './content-tables.ts'
import { inOrganisations, type TablePolicy } from './data-policy.ts'

const widgetOwner = { withheld: 'the account that owns the widgets; its widgets are exported' }
const ofOperators = {
  withheld: 'set by the operators about the account’s widgets; counts of answers, no texts',
}

/** Figures of answers, and what operators set about costs, retention and e-mails. */
export const operationTables: readonly TablePolicy[] = [
  {
    table: 'outcome_daily',
    purpose: 'figures of answers by owner, widget, day and model',
    columns: {
      ...none(
        'widget_id day model answers answered approved partial uncovered refused safety failed rated_up rated_down ' +
          'cited opened shown clicked clicks tokens output_tokens cost_micros unpriced',
      ),
      client_id: widgetOwner,
    },
    owner: [{ clientId: 'client_id' }],
    retention: {
      rule: 'OUTCOME_FIGURE_DAYS; shorter periods in retention_rules; purged with answer_outcomes',
    },
    erasure: { kind: 'rows' },
  },
  {
    table: 'outcome_hourly',
    purpose: 'figures of answers by owner and hour, for alerts',
    columns: { ...none('hour answers judged uncovered failed'), client_id: widgetOwner },
    owner: [{ clientId: 'client_id' }],
    retention: { rule: '40 days; purged with answer_outcomes' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'widget_sightings',
    purpose: 'sites that a widget was seen on, for the install check of its owner',
    columns: { ...none('embed_id origin seen_at'), client_id: widgetOwner },
    owner: [{ clientId: 'client_id' }],
    retention: { rule: 'the latest 100 of each widget and owner' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'budgets',
    purpose: 'money that answers may cost in a month',
    columns: {
      ...none('id widget_id amount_micros alert_percent hard_stop updated_at'),
      client_id: ofOperators,
    },
    owner: [{ clientId: 'client_id' }],
    retention: { rule: 'until it is deleted, or the account or the widget is' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'retention_rules',
    purpose: 'days for which data of answers is stored',
    columns: {
      ...none('id records texts ratings interactions figures updated_at'),
      client_id: ofOperators,
    },
    owner: [{ clientId: 'client_id' }],
    retention: { rule: 'until it is deleted, or the account is' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'retention_reports',
    purpose: 'report of what the retention rules deleted',
    columns: { ...none('id at data_class days deleted'), client_id: ofOperators },
    owner: [{ clientId: 'client_id' }],
    retention: { rule: '400 days; purged with answer_outcomes' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'operation_alerts',
    purpose: 'alerts on dangers, gaps, failures and costs',
    columns: {
      ...none('id kind subject day at count total usual mailed_admins mailed_client seen_at'),
      client_id: ofOperators,
      seen_by: { withheld: 'the administrator who marked the alert as seen' },
    },
    owner: [{ clientId: 'client_id' }, { userId: 'seen_by' }],
    retention: { rule: '400 days', purge: purgeAlerts },
    erasure: {
      kind: 'run',
      erase: async (tx, subject) => {
        const { id } = subject
        await tx.execute(sql`delete from operation_alerts where ${inOrganisations('client_id', subject)}`)
        await tx.execute(sql`update operation_alerts set seen_by = null where seen_by = ${id}`)
      },
    },
  },
  {
    table: 'webhook_endpoints',
    purpose: 'servers that receive events of a client’s widgets and content',
    columns: {
      ...none('id events disabled_by failing_since created_at'),
      url: { withheld: 'the address of a server; the account shows it' },
      client_id: { withheld: 'the account that the export is about' },
      created_by: { withheld: 'the same change is exported from the audit list' },
    },
    owner: [{ clientId: 'client_id' }, { userId: 'created_by' }],
    retention: { rule: 'until it is deleted, or the account is' },
    erasure: {
      kind: 'run',
      erase: async (tx, subject) => {
        const { id } = subject
        await tx.execute(sql`delete from webhook_endpoints where ${inOrganisations('client_id', subject)}`)
        await tx.execute(sql`update webhook_endpoints set created_by = null where created_by = ${id}`)
      },
    },
  },
  {
    table: 'webhook_secrets',
    purpose: 'signs events to the server of a client',
    columns: none('id endpoint_id secret created_at retires_at'),
    owner: [],
    retention: { rule: 'as long as the endpoint; earlier ones for a day' },
    erasure: { kind: 'by', table: 'webhook_endpoints' },
  },
  {
    table: 'webhook_deliveries',
    purpose: 'sends events to the servers of clients, and lists the attempts',
    columns: {
      ...none(
        'id endpoint_id event status attempts created_at attempted_at duration_ms response_status error',
      ),
      data: { withheld: 'ids and facts of an event, without texts; the answer itself is exported' },
      answer_id: { withheld: 'the id of an exported answer' },
      handover_id: { withheld: 'the id of an exported request' },
      response: { withheld: 'first characters of what the client’s server answered' },
    },
    owner: [],
    retention: { rule: '30 days; with the record of the answer or the request', purge: purgeDeliveries },
    erasure: { kind: 'by', table: 'webhook_endpoints' },
  },
  {
    table: 'api_keys',
    purpose: 'keys by which other systems call the public API for an account',
    columns: {
      ...none('id scopes created_at expires_at revoked_at'),
      organisation_id: { withheld: 'the organisation that the key acts for' },
      user_id: { withheld: 'the account that the export is about' },
      name: { withheld: 'a name of a system; the account shows it' },
    },
    owner: [{ userId: 'user_id' }, { clientId: 'organisation_id' }],
    retention: { rule: '30 days after it was revoked or has expired', purge: purgeKeys },
    erasure: { kind: 'rows' },
  },
  {
    table: 'api_key_secrets',
    purpose: 'recognises the key that a system sends, and shows its last use',
    columns: none('hash key_id start created_at retires_at last_used_at'),
    owner: [],
    retention: { rule: 'as long as the key; replaced ones for a day', purge: purgeKeys },
    erasure: { kind: 'by', table: 'api_keys' },
  },
  {
    table: 'api_key_writes',
    purpose: 'makes a repeated write of the public API safe',
    columns: none('key_id idempotency_hash request_hash written_id created_at'),
    owner: [],
    retention: { rule: '24 hours', purge: purgeKeys },
    erasure: { kind: 'by', table: 'api_keys' },
  },
  {
    table: 'report_preferences',
    purpose: 'choices about the weekly e-mail',
    columns: {
      user_id: { withheld: 'the account that the export is about' },
      language: { withheld: 'a setting that the account shows' },
      seen_language: { withheld: 'the language of the account’s pages' },
      unsubscribed_at: { withheld: 'a setting that the account shows' },
    },
    owner: [{ userId: 'user_id' }],
    retention: { rule: 'until the account is deleted' },
    erasure: { kind: 'rows' },
  },
  {
    table: 'backup_runs',
    purpose: 'lets one instance write each backup',
    columns: none('slot started_at finished_at'),
    owner: [],
    retention: { rule: 'the last 100' },
    erasure: { kind: 'none', reason: 'no personal data' },
  },
  {
    table: 'weekly_reports',
    purpose: 'sends each client one e-mail a week',
    columns: {
      ...none('id first_day last_day created_at finished_at was_sent'),
      client_id: { withheld: 'the account that the export is about' },
    },
    owner: [{ clientId: 'client_id' }],
    retention: { rule: '400 days', purge: purgeReports },
    erasure: { kind: 'rows' },
  },
]
