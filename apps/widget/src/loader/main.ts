/* oxlint-disable typescript/no-unsafe-type-assertion -- a loader that stands in a drawing has no address, and frames nothing. */
import { installOrgChat } from './org-chat.ts'

const script = document.currentScript
if (script) {
  const start = (): void => installOrgChat(script as HTMLScriptElement)
  if (document.body) start()
  else addEventListener('DOMContentLoaded', start)
}
