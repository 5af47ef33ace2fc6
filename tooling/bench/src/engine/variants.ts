export const threadVariantIds = [
  'ours',
  'ours-in-groups',
  'message-array',
  'memoised-rows',
  'message-stores',
  'message-stores-in-groups',
] as const

export type ThreadVariantId = (typeof threadVariantIds)[number]

export const threadVariantNames: Readonly<Record<ThreadVariantId, string>> = {
  ours: '@org/chat-engine, rows side by side',
  'ours-in-groups': '@org/chat-engine, rows in groups of 32 by MessageRows',
  'message-array': 'array of messages',
  'memoised-rows': 'array of messages, React.memo rows',
  'message-stores': 'a bare store for each message, no engine (limit)',
  'message-stores-in-groups': 'the same, rows in groups of 32',
}
