import { texts } from '@org/languages'

/** Names of the roles of members. */
export const memberRoleTexts = texts('shell/memberRoles', {
  names: { viewer: 'Viewer', editor: 'Editor', reviewer: 'Reviewer', owner: 'Owner' },
  rights: {
    viewer: 'Reads statistics, content and answers.',
    editor: 'Reads everything, and changes content and the look of widgets.',
    reviewer: 'Reads everything, reviews answers and approves them.',
    owner: 'Does everything, and decides about members, keys and webhooks.',
  },
  readOnly: (role: string) => `Your role here: ${role}. You can read this page, but not change it.`,
})
