/** The name of the channel on which a small widget of one theme hears what is typed. */
export function draftChannel(draft: string, theme: string): string {
  return `${draft}-${theme}`
}
