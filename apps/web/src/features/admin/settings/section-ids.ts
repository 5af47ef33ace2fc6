/** Fragments of the addresses of the sections of the Admin Dashboard, such as `/admin#history`, in their order. */
export const sectionIds = {
  prompts: 'prompts',
  model: 'model',
  tool: 'search-tool',
  drafts: 'drafts',
  history: 'history',
  debug: 'debug',
  lookup: 'lookup',
  entitlements: 'entitlements',
} as const
