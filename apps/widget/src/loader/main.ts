import type { LoadPanel } from '../panel/panel.ts'
import { installOrgChat } from './org-chat.ts'
import { ownBody, runningScript } from './own-document.ts'

const script = runningScript()
if (script) {
  const { src } = script
  // A module, so that it has the nonce of the tag, and needs no address that Trusted Types would refuse.
  const loadPanel: LoadPanel = async () => import(/* @vite-ignore */ `${new URL('embed-panel.js', src)}`)
  const start = (): void => installOrgChat(script, loadPanel)
  if (ownBody()) start()
  else addEventListener('DOMContentLoaded', start)
} else {
  // oxlint-disable-next-line no-console -- The only sign for those who embed the widget.
  console.warn('OrgChat: no script tag in the document (shadow root, module)')
}
