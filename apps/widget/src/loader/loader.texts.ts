/** The visible texts of the loader, in English alone: those of more languages are more than it may weigh. */
export const title = 'Chat Assistant'
export const openTitle = `Open ${title}`
export const closeTitle = `Close ${title}`
export const unreadText = (count: number): string => `${count} new`
