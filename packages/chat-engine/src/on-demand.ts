// The use cases that need the first list, as one chunk.
export { removeConversation, renameConversation } from './conversations/changes.ts'
export { markConversation } from './conversations/marks.ts'
export { searchConversations } from './conversations/list-search.ts'
export { loadMoreConversations } from './conversations/load-more.ts'
export { lookUpConversation } from './conversations/look-up.ts'
export { loadOlderPage, requestNewest, verifyEnd } from './history/history-pages.ts'
export { rate } from './questions/rating.ts'
export { takeBackRefused, takeBackUnsent } from './questions/taking-back.ts'
