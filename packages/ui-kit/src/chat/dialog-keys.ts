import type { StoryParameters } from '@org/config/story'

/** What Escape does in every dialog of the chat, as their stories tell it. */
export const escapeCloses = {
  on: ['button', 'Close'],
  keys: ['Escape'],
  does: 'asks to be closed',
  expect: [{ called: 'onOpenChange', with: [false] }],
} as const satisfies NonNullable<StoryParameters['keyboard']>[number]
