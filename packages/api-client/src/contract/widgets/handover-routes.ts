import {
  handoverFormSchema,
  handoverPreviewRequestSchema,
  handoverPreviewSchema,
  handoverQuerySchema,
  handoverReceiptSchema,
  handoverRequestSchema,
  handoverSavedSchema,
  handoverSaveSchema,
  handoverSecretSchema,
  handoverSettingsSchema,
  handoverTestSchema,
} from './handover.ts'

/** Calls about conversations that a person takes over. */
export const handoverRoutes = {
  handoverForm: {
    method: 'GET',
    path: '/api/handover',
    access: 'visitor',
    query: handoverQuerySchema,
    response: handoverFormSchema,
  },
  previewHandover: {
    method: 'POST',
    path: '/api/handover/preview',
    access: 'visitor',
    request: handoverPreviewRequestSchema,
    response: handoverPreviewSchema,
  },
  requestHandover: {
    method: 'POST',
    path: '/api/handover',
    access: 'visitor',
    request: handoverRequestSchema,
    response: handoverReceiptSchema,
  },
  handoverSettings: {
    method: 'GET',
    path: '/api/admin/configurators/{id}/handover',
    access: 'admin',
    response: handoverSettingsSchema,
  },
  saveHandover: {
    method: 'PUT',
    path: '/api/admin/configurators/{id}/handover',
    access: 'admin',
    proof: true,
    request: handoverSaveSchema,
    response: handoverSavedSchema,
  },
  newHandoverSecret: {
    method: 'POST',
    path: '/api/admin/configurators/{id}/handover/secret',
    access: 'admin',
    proof: true,
    response: handoverSecretSchema,
  },
  testHandover: {
    method: 'POST',
    path: '/api/admin/configurators/{id}/handover/test',
    access: 'admin',
    response: handoverTestSchema,
  },
} as const
