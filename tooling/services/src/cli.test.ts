import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import { findPostgres } from './postgres.ts'

const services = (command: string) =>
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'cli.ts'), command], { encoding: 'utf8' })

it('brings the services up, says where they are, and takes them down', { timeout: 60_000 }, (context) => {
  context.skip(services('status') !== 'The services are down.\n', 'the services are in use')
  const said = services('up')
  try {
    const postgres = /^DATABASE_URL=postgres:\/\/postgres@127\.0\.0\.1:\d+\/postgres$/mu
    expect(postgres.test(said)).toBe(findPostgres() !== null)
    expect(services('up')).toBe(said)
  } finally {
    expect(services('down')).toBe('The services are down.\n')
  }
  expect(services('status')).toBe('The services are down.\n')
})
