import { z } from 'zod'
import { pageQuerySchema } from '../primitives.ts'
import {
  auditCheckSchema,
  auditExportQuerySchema,
  auditLogQuerySchema,
  auditLogSchema,
  llmSettingsHistorySchema,
  llmSettingsRestoreSchema,
  llmSettingsUpdateSchema,
  storedLlmSettingsSchema,
} from './admin.ts'
import { knowledgeSearchQuerySchema, knowledgeSearchSchema } from './knowledge.ts'

/** Calls of administrators about the settings of answers, and what they and the audit list show. */
export const settingsRoutes = {
  llmSettings: {
    method: 'GET',
    path: '/api/admin/llm-settings',
    access: 'admin',
    response: storedLlmSettingsSchema,
  },
  saveLlmSettings: {
    method: 'POST',
    path: '/api/admin/llm-settings',
    access: 'admin',
    proof: true,
    request: llmSettingsUpdateSchema,
    response: storedLlmSettingsSchema,
  },
  llmSettingsHistory: {
    method: 'GET',
    path: '/api/admin/llm-settings/history',
    access: 'admin',
    query: pageQuerySchema,
    response: llmSettingsHistorySchema,
  },
  restoreLlmSettings: {
    method: 'POST',
    path: '/api/admin/llm-settings/restore',
    access: 'admin',
    proof: true,
    request: llmSettingsRestoreSchema,
    response: storedLlmSettingsSchema,
  },
  auditLog: {
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    query: auditLogQuerySchema,
    response: auditLogSchema,
  },
  exportAudit: {
    method: 'GET',
    path: '/api/admin/audit/export',
    access: 'admin',
    proof: true,
    query: auditExportQuerySchema,
    response: z.string(),
    responseType: 'text/csv',
  },
  checkAudit: {
    method: 'GET',
    path: '/api/admin/audit/check',
    access: 'admin',
    response: auditCheckSchema,
  },
  searchKnowledge: {
    method: 'GET',
    path: '/api/admin/knowledge/search',
    access: 'admin',
    query: knowledgeSearchQuerySchema,
    response: knowledgeSearchSchema,
  },
} as const
