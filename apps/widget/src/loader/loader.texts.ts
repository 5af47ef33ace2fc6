// The visible texts of the loader, in English alone: those of more languages are more than it may weigh.
export const title = 'Chat Assistant'
export const openWord = 'Open'
export const closeWord = 'Close'
export const newWord = 'new'
