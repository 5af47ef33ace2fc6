import { clientStatsQuerySchema } from '../client.ts'
import { outcomeStatsSchema } from '../outcome-stats.ts'
import { okSchema } from '../primitives.ts'
import { statsQuerySchema } from '../stats.ts'
import {
  alertListSchema,
  alertQuerySchema,
  budgetListSchema,
  budgetSaveSchema,
  modelPriceListSchema,
  modelPricesSaveSchema,
  reportChoiceSchema,
  retentionPreviewSchema,
  retentionSaveSchema,
  retentionSchema,
  weeklyReportSaveSchema,
  weeklyReportSchema,
} from './operations.ts'

/** The calls about outcomes, budgets, prices, alerts, retention and weekly e-mails. */
export const operationRoutes = {
  outcomeStats: {
    method: 'GET',
    path: '/api/stats/outcomes',
    access: 'client',
    action: 'view',
    query: statsQuerySchema,
    response: outcomeStatsSchema,
  },
  clientOutcomes: {
    method: 'GET',
    path: '/api/client/outcomes',
    access: 'client',
    action: 'view',
    query: clientStatsQuerySchema,
    response: outcomeStatsSchema,
  },
  budgets: {
    method: 'GET',
    path: '/api/admin/budgets',
    access: 'client',
    action: 'view',
    response: budgetListSchema,
  },
  saveBudget: {
    method: 'PUT',
    path: '/api/admin/budgets',
    access: 'admin',
    request: budgetSaveSchema,
    response: okSchema,
  },
  deleteBudget: { method: 'DELETE', path: '/api/admin/budgets/{id}', access: 'admin' },
  modelPrices: {
    method: 'GET',
    path: '/api/admin/model-prices',
    access: 'admin',
    response: modelPriceListSchema,
  },
  saveModelPrices: {
    method: 'PUT',
    path: '/api/admin/model-prices',
    access: 'admin',
    request: modelPricesSaveSchema,
    response: modelPriceListSchema,
  },
  alerts: {
    method: 'GET',
    path: '/api/admin/alerts',
    access: 'admin',
    query: alertQuerySchema,
    response: alertListSchema,
  },
  markAlertSeen: {
    method: 'POST',
    path: '/api/admin/alerts/{id}/seen',
    access: 'admin',
    response: okSchema,
  },
  retention: { method: 'GET', path: '/api/admin/retention', access: 'admin', response: retentionSchema },
  saveRetention: {
    method: 'PUT',
    path: '/api/admin/retention',
    access: 'admin',
    proof: true,
    request: retentionSaveSchema,
    response: retentionSchema,
  },
  previewRetention: {
    method: 'POST',
    path: '/api/admin/retention/preview',
    access: 'admin',
    request: retentionSaveSchema,
    response: retentionPreviewSchema,
  },
  weeklyReport: {
    method: 'GET',
    path: '/api/admin/weekly-report',
    access: 'admin',
    response: weeklyReportSchema,
  },
  saveWeeklyReport: {
    method: 'PUT',
    path: '/api/admin/weekly-report',
    access: 'admin',
    request: weeklyReportSaveSchema,
    response: weeklyReportSchema,
  },
  reportChoice: {
    method: 'GET',
    path: '/api/account/weekly-report',
    access: 'client',
    action: 'view',
    response: reportChoiceSchema,
  },
  saveReportChoice: {
    method: 'PUT',
    path: '/api/account/weekly-report',
    access: 'client',
    action: 'view',
    request: reportChoiceSchema,
    response: reportChoiceSchema,
  },
} as const
