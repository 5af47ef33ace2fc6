/** Path of each thread variant, relative to this package. */
export const threadLists = {
  ours: 'src/thread/ours.tsx',
  virtuoso: 'peers/thread/virtuoso.tsx',
  naive: 'src/thread/naive.tsx',
} as const

export type ThreadListId = keyof typeof threadLists

export const threadListIds = Object.keys(threadLists) as ThreadListId[]

export const threadListNames: Readonly<Record<ThreadListId, string>> = {
  ours: '@org/ui-kit/chat, Thread',
  virtuoso: 'react-virtuoso',
  naive: 'every message in the page',
}
