import { expect, it } from 'vitest'
import { signWebhook } from './sign-webhook.ts'

// The example of the Standard Webhooks libraries.
it('signs as the libraries for Standard Webhooks check it', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    at: new Date(1_614_265_330_000),
  }
  expect(signWebhook(message, ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('signs with each valid secret, so that the receiver can change over', () => {
  const signed = signWebhook({ id: 'm', body: '{}', at: new Date(0) }, ['AAAA', 'BBBB'])
  expect(signed['webhook-signature']?.split(' ')).toHaveLength(2)
})
