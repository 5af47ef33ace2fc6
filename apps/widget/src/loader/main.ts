import { installOrgChat } from './org-chat.ts'
import { ownBody, runningScript } from './own-document.ts'

const script = runningScript()
if (script) {
  const start = (): void => installOrgChat(script)
  if (ownBody()) start()
  else addEventListener('DOMContentLoaded', start)
} else {
  // oxlint-disable-next-line no-console -- The only sign for those who embed the widget.
  console.warn('OrgChat: no script tag in the document (shadow root, module)')
}
