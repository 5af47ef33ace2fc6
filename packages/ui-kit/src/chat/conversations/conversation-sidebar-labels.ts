/** The texts of the conversation list. */
export interface ConversationSidebarLabels {
  /** The name of the list, and of its dropdown while nothing is selected. @default 'Conversations' */
  conversations: string
  /** @default 'New conversation' */
  newConversation: string
  /** @default 'Search conversations' */
  search: string
  /** @default 'Loading conversations…' */
  loading: string
  /** @default 'Searching…' */
  searching: string
  /** @default 'Your conversations could not be loaded.' */
  failed: string
  /** @default 'The search failed.' */
  searchFailed: string
  /** @default 'Try again' */
  retry: string
  /** @default 'No conversations yet' */
  none: string
  /** The same in the dropdown. @default 'No conversations.' */
  noneInDropdown: string
  /** Result of a search that finds nothing. @default (query) => `No matches for “${query}”` */
  noMatches: (query: string) => string
  /** @default 'Untitled' */
  untitled: string
  /** @default 'Load older conversations' */
  loadOlder: string
  /** Heading of the pinned conversations. @default 'Pinned' */
  pinned: string
  /** @default 'Today' */
  today: string
  /** @default 'Yesterday' */
  yesterday: string
  /** @default 'Previous 7 days' */
  previous7Days: string
  /** @default 'Previous 30 days' */
  previous30Days: string
  /** Name of the menu of a row. @default (title) => `More actions for ${title}` */
  moreActions: (title: string) => string
  /** @default 'Pin' */
  pin: string
  /** @default 'Unpin' */
  unpin: string
  /** @default 'Archive' */
  archive: string
  /** @default (title) => `Restore ${title}` */
  restoreConversation: (title: string) => string
  /** Button that opens the archive, and its heading. @default 'Archived conversations' */
  archived: string
  /** Button that leaves the archive. @default 'Back to all conversations' */
  leaveArchive: string
  /** Text of an empty archive. @default 'No archived conversations' */
  noneArchived: string
  /** @default (title) => `Rename ${title}` */
  renameConversation: (title: string) => string
  /** @default (title) => `Delete ${title}` */
  deleteConversation: (title: string) => string
  /** The name of the box for the new title. @default 'Title' */
  title: string
  /** @default 'Save' */
  save: string
  /** @default 'Cancel' */
  cancel: string
  /** @default 'Delete' */
  delete: string
  /** @default 'Delete this conversation?' */
  confirmDelete: string
}

export const defaultConversationSidebarLabels: ConversationSidebarLabels = {
  conversations: 'Conversations',
  newConversation: 'New conversation',
  search: 'Search conversations',
  loading: 'Loading conversations…',
  searching: 'Searching…',
  failed: 'Your conversations could not be loaded.',
  searchFailed: 'The search failed.',
  retry: 'Try again',
  none: 'No conversations yet',
  noneInDropdown: 'No conversations.',
  noMatches: (query) => `No matches for “${query}”`,
  untitled: 'Untitled',
  loadOlder: 'Load older conversations',
  pinned: 'Pinned',
  today: 'Today',
  yesterday: 'Yesterday',
  previous7Days: 'Previous 7 days',
  previous30Days: 'Previous 30 days',
  moreActions: (title) => `More actions for ${title}`,
  pin: 'Pin',
  unpin: 'Unpin',
  archive: 'Archive',
  restoreConversation: (title) => `Restore ${title}`,
  archived: 'Archived conversations',
  leaveArchive: 'Back to all conversations',
  noneArchived: 'No archived conversations',
  renameConversation: (title) => `Rename ${title}`,
  deleteConversation: (title) => `Delete ${title}`,
  title: 'Title',
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete',
  confirmDelete: 'Delete this conversation?',
}
