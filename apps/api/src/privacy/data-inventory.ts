import type { ColumnUse, TablePolicy } from './data-policy.ts'
import { personalData } from './personal-data.ts'
import { redisKeys } from './redis-keys.ts'

/** The registry of personal data as JSON: tables, columns, purposes and retention. */
export interface DataInventory {
  tables: {
    table: string
    purpose: string
    /** Ways in which a row belongs to a person or an organisation; none: rows belong to nobody. */
    owner: string[]
    retention: string
    erasure: string
    columns: { name: string; personal: boolean; exported: boolean; note?: string }[]
  }[]
  redis: typeof redisKeys
}

/** Returns the registry of personal data as data: every column of every table, and every key in Redis. */
export function dataInventory(): DataInventory {
  return {
    tables: personalData.map((policy) => ({
      table: policy.table,
      purpose: policy.purpose,
      owner: policy.owner.flatMap((keys) =>
        Object.entries(keys).map(([kind, column]) => `${kind}: ${column}`),
      ),
      retention: policy.retention.rule,
      erasure: erasureOf(policy),
      columns: Object.entries(policy.columns).map(([name, use]) => describe(name, use)),
    })),
    redis: redisKeys,
  }
}

function describe(name: string, use: ColumnUse) {
  if (typeof use === 'object') return { name, personal: true, exported: false, note: use.withheld }
  return { name, personal: use === 'exported', exported: use === 'exported' }
}

function erasureOf({ erasure }: TablePolicy): string {
  if (erasure.kind === 'by') return `with the rows of ${erasure.table}`
  if (erasure.kind === 'none') return `none: ${erasure.reason}`
  return erasure.kind === 'rows' ? 'the rows are deleted' : 'the person is removed from the rows'
}
