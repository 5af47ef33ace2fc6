import { installOrgChat } from './org-chat.ts'

const script = document.currentScript
if (script instanceof HTMLScriptElement) {
  const start = (): void => installOrgChat(script)
  if (document.body) start()
  else document.addEventListener('DOMContentLoaded', start, { once: true })
}
