import type { Transaction } from '../db/database.ts'
import { hadSpike, type SafetySpike } from '../safety/safety-counts.store.ts'
import { raiseAlert } from './alerts.store.ts'

/** Alerts every administrator to a spike of dangers; at most once a day for each category. */
export async function alertToSpike(tx: Transaction, spike: SafetySpike, siteUrl: URL): Promise<void> {
  if (await hadSpike(tx, spike)) return
  const { category, count, usual, hour } = spike
  const facts = { count, total: null, usual }
  await raiseAlert(
    tx,
    { kind: 'safety', clientId: null, subject: category, ...facts },
    { now: hour, siteUrl },
  )
}
