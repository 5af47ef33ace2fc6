import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import userEvent from '@testing-library/user-event'
import { screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { mountChat } from './adopt-example.ts'
import { startReferenceServer } from './reference-server.ts'

it('the example of docs/adopt-chat-engine.md is a chat', async () => {
  const { baseUrl } = await startReferenceServer()
  const root = document.body.appendChild(document.createElement('main'))
  onTestFinished(() => root.remove())
  const engine = await mountChat(root, baseUrl)
  onTestFinished(() => engine.dispose())
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'What helps me sleep?{Enter}')
  await expect
    .poll(() => screen.getAllByRole('listitem').map(({ textContent }) => textContent))
    .toEqual(['What helps me sleep?', 'Dark rooms and regular hours.'])
})

it('the document shows the example to the letter', () => {
  const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
  expect(read('../../../docs/adopt-chat-engine.md')).toContain(read('./adopt-example.ts').trim())
})
