import { installOrgChat } from './org-chat.ts'
import { ownBody, runningScript } from './own-document.ts'

const script = runningScript()
if (script) {
  const start = (): void => installOrgChat(script)
  if (ownBody()) start()
  else addEventListener('DOMContentLoaded', start)
}
