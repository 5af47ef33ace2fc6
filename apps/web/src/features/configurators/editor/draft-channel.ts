/** Returns the name of the channel that sends unsaved form values to the preview of one theme. */
export function draftChannel(draft: string, theme: string): string {
  return `${draft}-${theme}`
}
