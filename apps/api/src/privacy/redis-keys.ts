/** One kind of key in Redis, and the handling of personal data in it. */
export interface RedisKeyPolicy {
  /** Start of the key, after the prefix of the deployment. */
  prefix: string
  purpose: string
  /** Personal data in key or value, and its protection. */
  personal: string
  /** Longest life in seconds; null for keys without personal data. */
  seconds: number | null
}

const day = 86_400
const digest =
  'a keyed digest of the account id or address in the key; the digest key is in the database alone'

/**
 * Every kind of key that the server writes to Redis. Erasure of an account ends its streams; the other keys hold nothing
 * that leads to a person without the key of the digests, and end by themselves.
 */
export const redisKeys: readonly RedisKeyPolicy[] = [
  {
    prefix: 'limit:',
    purpose: 'counts questions, tokens, searches, imports and calls with API keys',
    personal: digest,
    seconds: day,
  },
  { prefix: 'places:', purpose: 'counts answers under way', personal: digest, seconds: 60 },
  {
    prefix: 'stream:',
    purpose: 'carries answers to their readers',
    personal: 'the answer, and the id of its account; deleted 2 s after the conversation or account',
    seconds: 3600,
  },
  {
    prefix: 'claim:',
    purpose: 'makes the retry of a guest’s question safe',
    personal: 'a random id of the browser and a digest of the question',
    seconds: 600,
  },
  { prefix: 'read:', purpose: 'marks streams that have readers', personal: 'none', seconds: 60 },
  { prefix: 'producer:', purpose: 'marks instances that live', personal: 'none', seconds: 60 },
  { prefix: 'inbox:', purpose: 'messages between instances', personal: 'none', seconds: 60 },
  { prefix: 'llm-settings:', purpose: 'marks changes of the settings', personal: 'none', seconds: null },
]
