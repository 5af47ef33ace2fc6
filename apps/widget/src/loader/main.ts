import { installOrgChat } from './org-chat.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A page that has it in an SVG is none that we know.
const script = document.currentScript as HTMLScriptElement | null
if (script) {
  const start = (): void => installOrgChat(script)
  if (document.body) start()
  else document.addEventListener('DOMContentLoaded', start, { once: true })
}
