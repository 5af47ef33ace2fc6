import { readFileSync } from 'node:fs'

/**
 * Variables that hold a secret. Each has a variant `<NAME>_FILE` with the path of a file that contains it, as Docker and
 * Kubernetes mount secrets.
 */
export const secretVariables = [
  'DATABASE_URL',
  'REDIS_URL',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'OPENAI_COMPATIBLE_API_KEY',
  'EMBEDDING_API_KEY',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'ANALYTICS_SECRET',
  'ANALYTICS_SECRET_PREVIOUS',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'BACKUP_IDENTITY',
] as const

/**
 * Replaces each `<NAME>_FILE` of a secret by `<NAME>` with the content of the file, without line breaks at its end.
 *
 * @param problems receives a sentence for each variable that is wrong; none contains a secret
 */
export function readSecretFiles(
  environment: Record<string, string>,
  problems: string[],
): Record<string, string> {
  const values = { ...environment }
  for (const name of secretVariables) {
    const variant = `${name}_FILE`
    const path = values[variant]
    if (path === undefined) continue
    if (values[name] !== undefined) {
      problems.push(`${name} and ${variant} are both set; choose one`)
      continue
    }
    const secret = readSecret(path)
    if (typeof secret === 'string') values[name] = secret
    else problems.push(`${variant} ${secret.problem}`)
  }
  return values
}

function readSecret(path: string): string | { problem: string } {
  try {
    const secret = withoutLineBreaks(readFileSync(path, 'utf8'))
    return secret.trim() === '' ? { problem: 'names an empty file' } : secret
  } catch {
    return { problem: 'names a file that cannot be read' }
  }
}

function withoutLineBreaks(text: string): string {
  let end = text.length
  while (end > 0 && '\r\n'.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
