import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { signWebhook } from './events/sign-webhook.ts'

type ReadEvent = (secret: string, headers: Record<string, string>, body: string) => unknown

/** The program of the document that verifies a message without a library. */
async function readSample(): Promise<ReadEvent> {
  const text = await readFile(new URL('../../../../docs/embedding.md', import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/```js\n([^`]*(?:`[^`]+`[^`]*)*?)```/gu)].map(([, code = '']) => code)
  const sample = blocks.find((code) => code.includes('function readEvent')) ?? ''
  return Object(await import(`data:text/javascript,${encodeURIComponent(sample)}`)).readEvent
}

const secret = Buffer.from('a secret of thirty-two bytes ...').toString('base64')
const other = Buffer.from('another secret of 32 bytes .....').toString('base64')
const body = '{"type":"webhook.test","data":{}}'
const sign = (at: Date, secrets = [secret]) => signWebhook({ id: 'message', body, at }, secrets)

it('of the document reads a message of this server, during a change of the secret as well', async () => {
  const read = await readSample()
  expect(read(`whsec_${secret}`, sign(new Date()), body)).toEqual({ type: 'webhook.test', data: {} })
  expect(read(`whsec_${secret}`, sign(new Date(), [other, secret]), body)).toEqual({
    type: 'webhook.test',
    data: {},
  })
})

it('refuses another body, another secret and an old message', async () => {
  const read = await readSample()
  const signed = sign(new Date())
  expect(() => read(`whsec_${secret}`, signed, `${body} `)).toThrow('The signature is wrong.')
  expect(() => read(`whsec_${other}`, signed, body)).toThrow('The signature is wrong.')
  expect(() => read(`whsec_${secret}`, { ...signed, 'webhook-id': 'other' }, body)).toThrow('wrong')
  const old = sign(new Date(Date.now() - 600_000))
  expect(() => read(`whsec_${secret}`, old, body)).toThrow('The message is too old.')
  expect(() => read(`whsec_${secret}`, { ...signed, 'webhook-timestamp': 'now' }, body)).toThrow('too old')
})
