/** Languages of servers, with code that signs the id of a visitor in them. */
export const signLanguages = ['node', 'php', 'python', 'ruby'] as const

/** A language of servers. */
export type SignLanguage = (typeof signLanguages)[number]

/** Code that signs the id of a visitor; the server reads the secret from its environment. */
export const signSnippets: Record<SignLanguage, string> = {
  node: `import { createHmac } from 'node:crypto'

export function signVisitor(userId) {
  const expires = Math.floor(Date.now() / 1000) + 3600
  const hash = createHmac('sha256', process.env.ORG_CHAT_SECRET)
    .update(\`\${expires}:\${userId}\`)
    .digest('hex')
  return { user_id: userId, user_hash: hash, user_expires: expires }
}`,
  php: `<?php
function sign_visitor(string $userId): array {
    $expires = time() + 3600;
    $hash = hash_hmac('sha256', $expires . ':' . $userId, getenv('ORG_CHAT_SECRET'));
    return ['user_id' => $userId, 'user_hash' => $hash, 'user_expires' => $expires];
}`,
  python: `import hashlib, hmac, os, time

def sign_visitor(user_id):
    expires = int(time.time()) + 3600
    key = os.environ["ORG_CHAT_SECRET"].encode()
    message = f"{expires}:{user_id}".encode()
    digest = hmac.new(key, message, hashlib.sha256).hexdigest()
    return {"user_id": user_id, "user_hash": digest, "user_expires": expires}`,
  ruby: `require 'openssl'

def sign_visitor(user_id)
  expires = Time.now.to_i + 3600
  key = ENV.fetch('ORG_CHAT_SECRET')
  hash = OpenSSL::HMAC.hexdigest('SHA256', key, "#{expires}:#{user_id}")
  { user_id: user_id, user_hash: hash, user_expires: expires }
end`,
}
