import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pnpmArguments } from '@org/scripts/bootstrap.mjs'
import { stringify } from 'yaml'
import type { PackedPackage } from './pack.ts'
import { runCommand } from './run-command.ts'

const olderReact = { react: '18.3.1', 'react-dom': '18.3.1' }

/** A chat that is rendered on a server by the hooks; fails where they need a newer React. */
const program = `import { createElement, version } from 'react'
import { renderToString } from 'react-dom/server'
import { createChatEngine } from '@org/chat-engine'
import { createAiSdkTransport } from '@org/chat-engine/ai-sdk'
import * as hooks from '@org/chat-engine/react'

function Chat() {
  const { messageKeys = [] } = hooks.useThread() ?? {}
  const { canSend } = hooks.useComposer()
  const { status } = hooks.useAccess()
  const texts = messageKeys.map((key) => createElement(Message, { key, messageKey: key }))
  return createElement('main', null, status, String(canSend), hooks.useConversations().items.length, texts)
}

function Message({ messageKey }) {
  return createElement('p', null, hooks.useMessage(messageKey)?.text)
}

const engine = createChatEngine({
  transport: createAiSdkTransport(),
  initialMessages: [{ role: 'assistant', text: 'Hello from the server.' }],
})
const html = renderToString(createElement(hooks.ChatEngineProvider, { engine }, createElement(Chat)))
if (!version.startsWith('18.') || !html.includes('Hello from the server.')) throw new Error(version + html)
`

/** Installs the engine with React 18, and renders a chat. */
export async function tryOlderReact(folder: string, packages: readonly PackedPackage[]): Promise<void> {
  mkdirSync(folder)
  const tarballs = Object.fromEntries(packages.map(({ name, file }) => [name, `file:${file}`]))
  const engine = { '@org/chat-engine': tarballs['@org/chat-engine'] }
  const manifest = { private: true, type: 'module', dependencies: { ...engine, ...olderReact } }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(path.join(folder, 'pnpm-workspace.yaml'), stringify({ overrides: tarballs }))
  await runCommand('npx', [...pnpmArguments, 'install', '--prefer-offline'], folder)
  writeFileSync(path.join(folder, 'program.js'), program)
  await runCommand(process.execPath, ['program.js'], folder)
}
