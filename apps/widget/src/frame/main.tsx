import '@org/theme/styles.css'
import '@org/ui-kit/styles.css'
import { createRoot } from 'react-dom/client'
import { address, api, bridge, endEarly, firstLists, firstLook } from './early.ts'
import './styles.css'
import { Widget } from './widget.tsx'

async function start(root: HTMLElement): Promise<void> {
  const [look, lists] = await Promise.all([firstLook, firstLists])
  const requireDisclaimer = address.requireDisclaimer && lists.config.requireDisclaimer
  const config = { ...lists, requireDisclaimer }
  document.title = config.config.title
  endEarly()
  createRoot(root).render(
    <Widget address={address} api={api} bridge={bridge} config={config} firstLook={look} />,
  )
}

const root = document.querySelector<HTMLElement>('#root')
if (root !== null) void start(root)
