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
  /** @default 'Untitled' */
  untitled: string
  /** @default 'Load older conversations' */
  loadOlder: string
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
  untitled: 'Untitled',
  loadOlder: 'Load older conversations',
  renameConversation: (title) => `Rename ${title}`,
  deleteConversation: (title) => `Delete ${title}`,
  title: 'Title',
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete',
  confirmDelete: 'Delete this conversation?',
}
