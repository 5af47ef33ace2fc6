import type { StoryParameters } from '@org/config/story'

/** Effect of Escape in every dialog of the chat, for their stories. */
export const escapeCloses = {
  on: ['button', 'Close'],
  keys: ['Escape'],
  does: 'asks to be closed',
  expect: [{ called: 'onOpenChange', with: [false] }],
} as const satisfies NonNullable<StoryParameters['keyboard']>[number]
