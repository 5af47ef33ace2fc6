import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The entries of the packages that export components, by their place in the catalogue. */
const entries = {
  'ui-kit': 'packages/ui-kit/src/index.ts',
  'ui-kit/chat': 'packages/ui-kit/src/chat/index.ts',
  'analytics-charts': 'packages/analytics-charts/src/index.ts',
  'citations/react': 'packages/citations/src/react.tsx',
}

/** The place in the catalogue of every component that the packages export, as in `ui-kit/chat/Composer`. */
export function exportedComponents(): string[] {
  return Object.entries(entries).flatMap(([place, file]) => {
    const text = readFileSync(path.join(import.meta.dirname, '../../../..', file), 'utf8')
    const lists = [...text.matchAll(/^export \{([^}]+)\}/gmu)].map(([, list = '']) => list)
    const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim())
    return names.filter((name) => /^[A-Z]/u.test(name)).map((name) => `${place}/${name}`)
  })
}
