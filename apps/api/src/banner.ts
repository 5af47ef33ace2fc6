import type { Config } from './config/config.ts'
import { demonstrationAccounts, demonstrationPassword } from './demo/demonstration-accounts.ts'

/** Returns the start banner for a terminal, one fact per line. */
export function startBanner(config: Config, port: number): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const local = host === '127.0.0.1' || host === '[::1]' ? 'localhost' : host
  const address = config.publicUrl?.href ?? `http://${local}:${port}/`
  const lines = [
    '',
    `  Address    ${address}`,
    `  Database   ${'url' in config.database ? 'PostgreSQL' : `embedded, in ${dataDirectory(config)}`}`,
    `  Model      ${modelLine(config)}`,
  ]
  if (config.demo) {
    lines.push(
      `  Accounts   ${demonstrationAccounts.map(({ email }) => email).join(', ')}`,
      `  Password   ${demonstrationPassword}`,
      '             (demonstration data: only in the embedded database, only on this machine)',
      ...(config.smtp === null ? [`  Emails     ${address}outbox`] : []),
    )
  }
  return [...lines, ''].join('\n')
}

function dataDirectory({ database }: Config): string {
  return 'dataDir' in database ? database.dataDir : 'memory'
}

function modelLine({ model }: Config): string {
  switch (model.kind) {
    case 'local':
      return 'local (set GOOGLE_GENERATIVE_AI_API_KEY or OPENAI_COMPATIBLE_BASE_URL for another)'
    case 'google':
      return `Google ${model.model}`
    case 'openai-compatible':
      return `${model.model} at ${new URL(model.baseUrl).host}`
  }
  return model satisfies never
}
