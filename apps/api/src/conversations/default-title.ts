/** The title of a new conversation (specification 1, section 9). */
export const defaultTitle = 'New chat'

/** The title in place of an empty one (specification 1, section 9). */
export const untitled = 'Untitled'
