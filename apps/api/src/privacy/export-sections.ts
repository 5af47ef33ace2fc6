import type { ExportContext, ExportedSection, ExportSection, TablePolicy } from './data-policy.ts'

type Sections = { [S in ExportSection]: ExportedSection<S> }

const sectionNames: readonly ExportSection[] = [
  'sessions',
  'known_devices',
  'shares',
  'billing',
  'entitlements',
  'widget_signups',
  'contact_messages',
  'administration',
  'security_events',
  'widgets',
  'opened_sources',
  'handovers',
  'visitor',
  'memberships',
]

/**
 * Reads every section of the account export that a table of the registry declares.
 *
 * @throws {Error} when the registry lacks a section of the contract
 */
export async function exportSections(
  registry: readonly TablePolicy[],
  context: ExportContext,
): Promise<Sections> {
  const sections: Partial<Sections> = {}
  for (const { export: rule } of registry) {
    for (const { section, read } of rule === undefined ? [] : [rule].flat()) {
      Object.assign(sections, { [section]: await read(context) })
    }
  }
  if (isComplete(sections)) return sections
  throw new Error('The registry of personal data lacks a section of the account export.')
}

function isComplete(sections: Partial<Sections>): sections is Sections {
  return sectionNames.every((name) => sections[name] !== undefined)
}
